import { formatCount, formatMoney } from "@marquee/contract";
import { may, type PersonDetails } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute";
import { formatInstant, formatPrecise } from "../../shared/format/format";
import { Journey } from "../../shared/journey/Journey";
import type { Milestone } from "../../shared/journey/journeyItems";
import { LeadStatusBadge } from "../../shared/leads/LeadStatusBadge";
import { KIND_NAMES } from "../../shared/leads/leadTexts";
import { PersonActions } from "../../shared/privacy/PersonActions";
import { QueryView } from "../../shared/query/QueryView";
import { Fields } from "../../shared/ui/Fields";
import { BackLink, TextLink } from "../../shared/ui/links";
import { type ScreenProps, useTitle } from "../../shared/ui/screen";
import { NotForViewers, Warning } from "../../shared/ui/states";
import { personTitle } from "./personTitle";

const REFRESH_INTERVAL = 2000;
/** Maximum number of names listed for each kind. */
const MAX_NAMES = 10;

/** One person: their names, visits and leads. The path may contain any of their names. */
export function Person({ params: { id }, account: { role } }: ScreenProps<"id">) {
  const details = useRoute(
    "GET /person",
    { query: { id } },
    {
      enabled: may(role, "seePeople"),
      refetchInterval: ({ state }) =>
        state.data?.person.deletion?.completedAt === null ? REFRESH_INTERVAL : false,
    },
  );
  const title = details.data ? titleOf(details.data) : "Person";
  useTitle(title);
  if (!may(role, "seePeople"))
    return (
      <>
        <BackLink href="/people">People</BackLink>
        <NotForViewers what="People" />
      </>
    );
  return (
    <>
      <BackLink href="/people">People</BackLink>
      <header className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="wrap-anywhere font-display text-title">{title}</h1>
        {details.data?.leads[0] && <LeadStatusBadge status={details.data.leads[0].status} />}
        {details.data?.leads[0]?.company && (
          <span className="text-ink-muted">{details.data.leads[0].company}</span>
        )}
      </header>
      <QueryView query={details}>
        {(data) => <PersonBody id={id} details={data} onChanged={() => details.refetch()} />}
      </QueryView>
    </>
  );
}

function titleOf({ person: { names }, leads }: PersonDetails): string {
  const [lead] = leads;
  return personTitle({
    name: lead?.name ?? "",
    email: lead?.email ?? names.emails[0] ?? "",
    userIds: names.userIds,
  });
}

interface PersonBodyProps {
  id: string;
  details: PersonDetails;
  onChanged: () => void;
}

function PersonBody({ id, details, onChanged }: PersonBodyProps) {
  const { person, leads, journey } = details;
  const won = leads.filter(({ status }) => status === "won");
  const value = won.reduce((sum, lead) => sum + (lead.value ?? 0), 0);
  const figures = [
    ["Visits", formatCount(person.sessions)],
    ["Browsers", formatCount(person.names.browsers.length)],
    ["Leads", formatCount(leads.length)],
    ["Won value", won.length > 0 ? formatMoney(value) : "–"],
  ] as const;
  return (
    <>
      {person.deletion && (
        <p role="status" className="mt-5 border-leaf border-l-4 bg-leaf-soft px-3 py-2">
          {person.deletion.completedAt === null
            ? `Deleting since ${formatPrecise(person.deletion.requestedAt)}. This takes up to a minute.`
            : `Deleted ${formatPrecise(person.deletion.completedAt)}. Anything below arrived later or is kept as proof.`}
        </p>
      )}
      <dl className="mt-5 grid grid-cols-2 gap-x-6 gap-y-3 border-hairline border-y py-4 sm:flex sm:gap-x-14">
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt className="text-ink-muted text-xs">{name}</dt>
            <dd className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">{figure}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-6 grid items-start gap-x-10 gap-y-8 lg:grid-cols-[1fr_22rem]">
        <section className="min-w-0">
          <h2 className="mb-3 font-medium">Timeline</h2>
          {journey.visits.length === 0 && (
            <p className="mb-4 max-w-prose border-hairline border-l-2 pl-3 text-ink-muted">
              No visits are stored. This person did not consent to analytics, or their visits were deleted or
              expired.
            </p>
          )}
          <Journey visits={journey.visits} milestones={leads.map(milestoneOf)} hasMore={journey.hasMore} />
        </section>
        <div className="grid min-w-0 gap-8">
          <Leads leads={leads} />
          <Names person={person} />
          <section aria-label="Stored data">
            <h2 className="font-medium">Stored data</h2>
            <p className="mt-1 text-ink-muted">
              Everything that is stored about this person, with a log of each request, is under{" "}
              <TextLink href={`/privacy-requests?id=${encodeURIComponent(id)}`}>Privacy requests</TextLink>.
            </p>
            <PersonActions id={id} scope="person" person={person} onChanged={onChanged} />
          </section>
        </div>
      </div>
    </>
  );
}

type LeadOfPerson = PersonDetails["leads"][number];

function milestoneOf({ id, kind, createdAt }: LeadOfPerson): Milestone {
  return {
    key: id,
    at: createdAt,
    icon: "form",
    title: <TextLink href={`/leads/${id}`}>Sent the {KIND_NAMES[kind].toLowerCase()} form</TextLink>,
  };
}

function Leads({ leads }: { leads: readonly LeadOfPerson[] }) {
  return (
    <section className="min-w-0">
      <h2 className="font-medium">Leads</h2>
      {leads.length === 0 && <p className="mt-1 text-ink-muted">None</p>}
      <ul className="mt-2">
        {leads.map(({ id, kind, status, value, createdAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-hairline border-t py-2">
            <TextLink href={`/leads/${id}`}>
              {KIND_NAMES[kind]}, {formatInstant(createdAt)}
            </TextLink>
            <LeadStatusBadge status={status} />
            {value !== null && <span className="ml-auto tabular-nums">{formatMoney(value)}</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Names({
  person: { names, sharedByCount, hasTooManyNames, firstSeen, lastSeen },
}: Pick<PersonDetails, "person">) {
  const hidden = names.hiddenEmails > 0 ? [`${formatCount(names.hiddenEmails)} without stored data`] : [];
  const list = (all: readonly string[]) =>
    all.length > MAX_NAMES
      ? `${all.slice(0, MAX_NAMES).join(", ")} and ${formatCount(all.length - MAX_NAMES)} more`
      : all.join(", ");
  return (
    <div className="grid gap-3">
      <Fields
        title="Names"
        fields={[
          ["Email addresses", list([...names.emails, ...hidden])],
          ["User IDs", list(names.userIds)],
          ["Browsers", list(names.browsers.map(({ id }) => id))],
          ["First seen", firstSeen === null ? "" : formatPrecise(firstSeen)],
          ["Last seen", lastSeen === null ? "" : formatPrecise(lastSeen)],
        ]}
      />
      {sharedByCount > 0 && (
        <Warning>
          {formatCount(sharedByCount)} people used this browser. Only data stored under its ID is shown.
        </Warning>
      )}
      {hasTooManyNames && (
        <Warning>
          This name is linked to more user IDs and email addresses than one person has, probably by tests or
          forged events. Only data under this name is shown.
        </Warning>
      )}
    </div>
  );
}
