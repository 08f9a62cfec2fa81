import { METRICS } from "@marquee/contract";
import type { LeadSummary } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { MetricChange } from "../../shared/figures/MetricChange.tsx";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { formatCount, formatInstant } from "../../shared/format/format.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { type Column, MEDIUM, WIDE } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { LinkButton, TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { DESTINATION_NAMES, KIND_NAMES, STATE_NAMES, STATE_TONES } from "./leadTexts.ts";

const CHOICES = [
  ["failed", "Failed deliveries"],
  ["spam", "Spam"],
] as const;

/** Table width in which addresses fit beside the deliveries, in CSS pixels. */
const ROOMY = 720;

const COLUMNS: readonly Column<LeadSummary>[] = [
  {
    id: "sent",
    header: "Sent",
    width: "w-24 sm:w-36",
    className: "text-ink-muted tabular-nums",
    cell: ({ createdAt }) => formatInstant(createdAt),
    exact: ({ createdAt }) => createdAt,
    unit: "time",
  },
  {
    id: "person",
    header: "Person",
    isMain: true,
    cell: ({ id, name, email }) => (
      <>
        <TextLink href={`/leads/${id}`}>{name || email}</TextLink>
        {name && <span className="wrap-anywhere block text-ink-muted text-xs">{email}</span>}
      </>
    ),
  },
  { id: "form", header: "Form", from: MEDIUM, width: "w-24", cell: ({ kind }) => KIND_NAMES[kind] },
  {
    id: "size",
    header: "Company size",
    from: WIDE,
    width: "w-32",
    className: "text-ink-muted",
    cell: ({ companySize }) => companySize ?? "–",
    folded: () => null,
  },
  {
    id: "deliveries",
    header: "Deliveries",
    from: ROOMY,
    width: "w-44 xl:w-72",
    cell: ({ deliveries }) => <DeliveryStates deliveries={deliveries} />,
  },
];

const keyOf = ({ id }: LeadSummary) => id;

/** Submitted forms, newest first, and whether they were delivered. */
export function Leads({ title, account: { role } }: ScreenProps) {
  const [filters, setFilters] = useFilters(["show"] as const);
  const show = CHOICES.find(([value]) => value === filters.show)?.[0];
  const load = (before: string, signal: AbortSignal) =>
    request("GET /leads", { query: { ...(show && { show }), ...(before && { before }) }, signal });
  const search = useInfiniteQuery({
    queryKey: ["leads", show],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: role !== "viewer",
  });
  const leads = search.data?.pages.flatMap((page) => page.leads) ?? [];
  if (role === "viewer") {
    return (
      <>
        <ScreenHeader title={title} />
        <EmptyState title="Leads are for editors and owners">
          They have names and email addresses. Ask an owner for the editor role.
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <ScreenHeader title={title} />
      <p className="mt-1 max-w-prose text-ink-muted">
        Forms that visitors sent, newest first, and where they were delivered.
      </p>
      <Recent />
      <search className="mt-5 block max-w-60">
        <FilterSelect
          label="Show"
          all="All but spam"
          value={show ?? ""}
          choices={CHOICES}
          onChange={(value) => setFilters({ show: value })}
        />
      </search>
      <QueryView
        query={search}
        loading={<Skeleton className="mt-5 h-96" />}
        empty={() => leads.length === 0 && <NoLeads show={show} />}
        className="mt-5"
      >
        {() => (
          <>
            <DataTable
              caption="Leads"
              columns={COLUMNS}
              rows={leads}
              keyOf={keyOf}
              csv={{ loadRows: loadAllPages({ load, rowsOf: (page) => page.leads, keyOf }), isPresent: true }}
            />
            <LoadMore list={search} shown={leads.length} noun="lead" />
          </>
        )}
      </QueryView>
    </>
  );
}

/** Leads of the last 30 days, as the Overview counts them, and the change from the 30 days before. */
function Recent() {
  const answer = useQuestion(toQuestion(EVERYTHING, Date.now(), { metrics: ["leads"], isCompared: true }));
  const [row] = answer.data?.results ?? [];
  const leads = row?.metrics[0];
  if (answer.isPending) return <Skeleton className="mt-5 h-9 w-60" />;
  if (!leads) return null;
  return (
    <p className="mt-5 flex flex-wrap items-baseline gap-x-3 text-xs">
      <TextLink
        href="/?metric=leads&rows=leads"
        title={METRICS.leads.definition}
        className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight"
      >
        {formatCount(leads)}
      </TextLink>
      <span className="text-ink-muted">{leads === 1 ? "lead" : "leads"} in the last 30 days</span>
      {row?.comparison && (
        <MetricChange metric="leads" now={leads} before={row.comparison.metrics[0] || null} />
      )}
    </p>
  );
}

function DeliveryStates({ deliveries }: Pick<LeadSummary, "deliveries">) {
  if (deliveries.length === 0) return <span className="text-ink-muted">none</span>;
  // Only those that did not arrive stand out.
  const delivered = deliveries.filter(({ state }) => state === "delivered");
  const others = deliveries.filter(({ state }) => state !== "delivered");
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {others.map(({ destination, state }) => (
        <Badge key={destination} tone={STATE_TONES[state]}>
          {DESTINATION_NAMES[destination]} {STATE_NAMES[state]}
        </Badge>
      ))}
      {delivered.length > 0 && (
        <span className="text-ink-muted">
          {delivered.map(({ destination }) => DESTINATION_NAMES[destination]).join(", ")}{" "}
          {STATE_NAMES.delivered}
        </span>
      )}
    </span>
  );
}

function NoLeads({ show }: { show: (typeof CHOICES)[number][0] | undefined }) {
  if (show === "failed")
    return <EmptyState title="No failed deliveries">Every lead reached its destinations so far.</EmptyState>;
  if (show === "spam") return <EmptyState title="No spam">No form has looked like spam so far.</EmptyState>;
  return (
    <EmptyState
      title="No leads yet"
      action={
        <LinkButton href="/connections" variant="secondary">
          Connections
        </LinkButton>
      }
    >
      Contact, demo and sign-up forms appear here. To get them by webhook, Slack or email, set up a
      connection.
    </EmptyState>
  );
}
