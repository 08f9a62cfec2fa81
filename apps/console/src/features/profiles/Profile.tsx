import { formatCount, formatMoney } from "@marquee/contract";
import { may, type ProfileResponse } from "@marquee/contract/schema";
import { useRoute } from "../../shared/api/useRoute.ts";
import { formatInstant, formatPrecise } from "../../shared/format/format.ts";
import { Journey } from "../../shared/journey/Journey.tsx";
import type { Milestone } from "../../shared/journey/journeyItems.ts";
import { LeadStatusBadge } from "../../shared/leads/LeadStatusBadge.tsx";
import { KIND_NAMES } from "../../shared/leads/leadTexts.ts";
import { PersonActions } from "../../shared/privacy/PersonActions.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { Fields } from "../../shared/ui/Fields.tsx";
import { BackLink, TextLink } from "../../shared/ui/links.tsx";
import { type ScreenProps, useTitle } from "../../shared/ui/screen.tsx";
import { NotForViewers, Warning } from "../../shared/ui/states.tsx";
import { profileTitle } from "./profileTitle.ts";

const REFRESH_INTERVAL = 2000;
/** Names of one kind that are listed. */
const MAX_NAMES = 10;

/** One person: their names, visits and leads. The path has any of their names. */
export function Profile({ params: { id }, account: { role } }: ScreenProps<"id">) {
  const profile = useRoute(
    "GET /profile",
    { query: { id } },
    {
      enabled: may(role, "seePeople"),
      refetchInterval: ({ state }) =>
        state.data?.person.deletion?.completedAt === null ? REFRESH_INTERVAL : false,
    },
  );
  const title = profile.data ? titleOf(profile.data) : "Person";
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
        {profile.data?.leads[0] && <LeadStatusBadge status={profile.data.leads[0].status} />}
        {profile.data?.leads[0]?.company && (
          <span className="text-ink-muted">{profile.data.leads[0].company}</span>
        )}
      </header>
      <QueryView query={profile}>
        {(data) => <Whole id={id} profile={data} onChanged={() => profile.refetch()} />}
      </QueryView>
    </>
  );
}

function titleOf({ person: { names }, leads }: ProfileResponse): string {
  const [lead] = leads;
  return profileTitle({
    name: lead?.name ?? "",
    email: lead?.email ?? names.emails[0] ?? "",
    userIds: names.userIds,
  });
}

interface WholeProps {
  id: string;
  profile: ProfileResponse;
  onChanged: () => void;
}

function Whole({ id, profile, onChanged }: WholeProps) {
  const { person, leads, journey } = profile;
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
              <TextLink href={`/rights?id=${encodeURIComponent(id)}`}>Privacy requests</TextLink>.
            </p>
            <PersonActions id={id} scope="person" person={person} onChanged={onChanged} />
          </section>
        </div>
      </div>
    </>
  );
}

type ProfileLead = ProfileResponse["leads"][number];

function milestoneOf({ id, kind, createdAt }: ProfileLead): Milestone {
  return {
    key: id,
    at: createdAt,
    icon: "form",
    title: <TextLink href={`/leads/${id}`}>Sent the {KIND_NAMES[kind].toLowerCase()} form</TextLink>,
  };
}

function Leads({ leads }: { leads: readonly ProfileLead[] }) {
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
}: Pick<ProfileResponse, "person">) {
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
          {formatCount(sharedByCount)} people used this browser. Only what is stored under its ID is shown.
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
