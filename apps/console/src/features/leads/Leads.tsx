import {
  type DateRangeName,
  DEFAULT_RANGE,
  formatCount,
  formatMetric,
  instantAt,
  LEAD_KINDS,
  LEAD_STATUSES,
  METRICS,
  ONE_DAY,
} from "@marquee/contract";
import { type LeadSummary, may, NO_LEAD_OWNER } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { daysOf, useDateRange } from "../../shared/address/range.ts";
import { EVERYTHING } from "../../shared/address/scope.ts";
import { toQuestion } from "../../shared/address/toQuestion.ts";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { MetricChange } from "../../shared/figures/MetricChange.tsx";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { RangeMenu, rangeText } from "../../shared/filters/RangeMenu.tsx";
import { siteTime } from "../../shared/format/siteTime.ts";
import { KIND_NAMES, STATUS_NAMES } from "../../shared/leads/leadTexts.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { loadAllPages } from "../../shared/query/loadAllPages.ts";
import { Outdated } from "../../shared/query/Outdated.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { useQuestion } from "../../shared/query/useQuestion.ts";
import { SaveReport } from "../../shared/reports/SaveReport.tsx";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { LinkButton, TextLink } from "../../shared/ui/links.tsx";
import { ScreenHeader, type ScreenProps } from "../../shared/ui/screen.tsx";
import { EmptyState, NotForViewers, Skeleton } from "../../shared/ui/states.tsx";
import { LEAD_COLUMNS } from "./leadColumns.tsx";
import { type LeadFilters, readLeadFilters } from "./leadFilters.ts";

const NAMES = ["show", "status", "kind", "owner", "delivery", "text", "range"] as const;
const DELIVERY_CHOICES = [
  ["failed", "Failed"],
  ["pending", "Waiting"],
  ["delivered", "Delivered"],
] as const;

const keyOf = ({ id }: LeadSummary) => id;

/**
 * Submitted forms, newest first: who sent them, from where, their status, and whether they were delivered.
 */
export function Leads({ title, account: { role } }: ScreenProps) {
  const [params, setFilters] = useFilters(NAMES);
  const filters = readLeadFilters(params);
  const range = useDateRange();
  const sent = sentWithin(range);
  const load = (before: string, signal: AbortSignal) =>
    request("GET /leads", { query: { ...filters, ...sent, ...(before && { before }) }, signal });
  const search = useInfiniteQuery({
    queryKey: routeKey("GET /leads", filters, range),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: may(role, "seePeople"),
    placeholderData: keepPreviousData,
  });
  const leads = search.data?.pages.flatMap((page) => page.leads) ?? [];
  if (!may(role, "seePeople")) {
    return (
      <>
        <ScreenHeader title={title} />
        <NotForViewers what="Leads" />
      </>
    );
  }
  return (
    <>
      <ScreenHeader title={title}>
        <TextLink href="/meeting-routes">Meeting routes</TextLink>
        <div className="flex flex-wrap items-center gap-2 sm:ml-auto">
          <Sent range={range} />
          <SaveReport />
        </div>
      </ScreenHeader>
      <Outcomes range={range} />
      <div className="mt-5">
        <Tabs show={filters.show} />
      </div>
      <search className="mt-4 grid grid-cols-2 gap-3 md:grid-cols-4 lg:grid-cols-[1fr_repeat(4,9rem)]">
        <div className="col-span-2 md:col-span-4 lg:col-span-1">
          <FilterText
            label="Search"
            placeholder="Name, email, company or message"
            value={filters.text ?? ""}
            onChange={(text) => setFilters({ text })}
          />
        </div>
        <FilterSelect
          label="Status"
          all="Any"
          value={filters.status ?? ""}
          choices={LEAD_STATUSES.map((status) => [status, STATUS_NAMES[status]] as const)}
          onChange={(status) => setFilters({ status })}
        />
        <OwnerFilter value={filters.owner ?? ""} onChange={(owner) => setFilters({ owner })} />
        <FilterSelect
          label="Form"
          all="Any"
          value={filters.kind ?? ""}
          choices={LEAD_KINDS.map((kind) => [kind, KIND_NAMES[kind]] as const)}
          onChange={(kind) => setFilters({ kind })}
        />
        <FilterSelect
          label="Delivery"
          all="Any"
          value={filters.delivery ?? ""}
          choices={DELIVERY_CHOICES}
          onChange={(delivery) => setFilters({ delivery })}
        />
      </search>
      <QueryView
        query={search}
        empty={() => leads.length === 0 && <NoLeads filters={filters} range={range} />}
        className="mt-5"
      >
        {() => (
          <>
            <DataTable
              caption="Leads"
              columns={LEAD_COLUMNS}
              rows={leads}
              keyOf={keyOf}
              csv={{ loadRows: loadAllPages({ load, rowsOf: (page) => page.leads, keyOf }), isPresent: true }}
            />
            <LoadMore list={search} count={leads.length} noun="lead" />
          </>
        )}
      </QueryView>
    </>
  );
}

function Tabs({ show }: { show: LeadFilters["show"] | undefined }) {
  const hrefWith = useHrefWith();
  const { data } = useRoute("GET /leads/unread");
  const tabs = [
    ["", "All"],
    ["unread", data ? `Unread ${formatCount(data.unread)}` : "Unread"],
    ["spam", "Spam"],
  ] as const;
  return (
    <LinkTabs
      label="Leads"
      tabs={tabs.map(([value, name]) => ({
        href: hrefWith({ show: value }),
        name,
        isChosen: value === (show ?? ""),
      }))}
    />
  );
}

interface OwnerFilterProps {
  value: string;
  onChange: (owner: string) => void;
}

function OwnerFilter({ value, onChange }: OwnerFilterProps) {
  const team = useRoute("GET /team");
  const ownerChoices = (team.data?.members ?? []).map(({ id, email }) => [id, email] as const);
  return (
    <FilterSelect
      label="Owner"
      all="Anyone"
      value={value}
      choices={[[NO_LEAD_OWNER, "Nobody"], ...ownerChoices]}
      onChange={onChange}
    />
  );
}

const RECENT = ["leads", "meetings", "won_leads", "won_value"] as const;

/** When the listed leads were submitted. */
function Sent({ range }: { range: DateRangeName }) {
  const [, navigate] = useLocation();
  const hrefWith = useHrefWith();
  const hrefOf = (chosen: DateRangeName) => hrefWith({ range: chosen === "all" ? "" : chosen });
  return <RangeMenu range={range} hrefOf={hrefOf} onChoose={(chosen) => navigate(hrefOf(chosen))} />;
}

/** The instants of a range for the server; none for all leads. */
function sentWithin(range: DateRangeName): { from?: number; to?: number } {
  const days = daysOf(range, Date.now());
  const { timeZone } = siteTime();
  return days ? { from: instantAt(days[0], timeZone), to: instantAt(days[1] + ONE_DAY, timeZone) } : {};
}

/**
 * Outcomes of the leads in a range, counted like the Overview, with the change from the earlier range. Without a range, it covers the last 30 days.
 */
function Outcomes({ range }: { range: DateRangeName }) {
  const counted = range === "all" ? DEFAULT_RANGE : range;
  const scope = { ...EVERYTHING, range: counted };
  const answer = useQuestion(toQuestion(scope, Date.now(), { metrics: RECENT, isCompared: true }));
  const [row] = answer.data?.results ?? [];
  if (answer.isPending) return <Skeleton className="mt-4 h-16" />;
  if (!row) return null;
  return (
    <Outdated isOutdated={answer.isPlaceholderData} className="mt-4">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 lg:flex lg:flex-wrap lg:gap-x-12">
        {RECENT.map((metric, index) => (
          <div key={metric} title={METRICS[metric].definition}>
            <dt className="text-ink-muted text-xs">
              {METRICS[metric].title}
              {index === 0 && range === "all" && ` in ${rangeText(counted)}`}
            </dt>
            <dd className="flex flex-wrap items-baseline gap-x-2">
              <span className="font-display font-semibold text-[1.75rem] tabular-nums leading-tight">
                {metric === "leads" ? (
                  <TextLink
                    href={`/?${new URLSearchParams({ range: counted, metric: "leads", rows: "leads" })}`}
                  >
                    {formatMetric(metric, row.metrics[index])}
                  </TextLink>
                ) : (
                  formatMetric(metric, row.metrics[index])
                )}
              </span>
              {row.comparison && (
                <MetricChange
                  metric={metric}
                  now={row.metrics[index] ?? 0}
                  before={row.comparison.metrics[index] || null}
                  warning={answer.data?.meta.comparison_warnings?.[metric]}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Outdated>
  );
}

function NoLeads({ filters, range }: { filters: LeadFilters; range: DateRangeName }) {
  const { show, ...rest } = filters;
  if (Object.keys(rest).length > 0)
    return (
      <EmptyState title="No matching leads">
        Change or remove a filter, or search for something else.
      </EmptyState>
    );
  if (range !== "all")
    return <EmptyState title="No leads in this date range">Choose a longer one, or all time.</EmptyState>;
  if (show === "spam") return <EmptyState title="No spam">No form has looked like spam so far.</EmptyState>;
  if (show === "unread")
    return <EmptyState title="Nothing unread">Someone on the team has opened every lead.</EmptyState>;
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
