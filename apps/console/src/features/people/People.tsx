import { encodeValue, formatCount, formatCounted } from "@marquee/contract";
import { may, type PersonSummary } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useFilters } from "../../shared/address/useFilters";
import { request } from "../../shared/api/request";
import { routeKey } from "../../shared/api/useRoute";
import { FilterText } from "../../shared/filters/filters";
import { formatInstant } from "../../shared/format/format";
import { LeadStatusBadge } from "../../shared/leads/LeadStatusBadge";
import { STATUS_NAMES } from "../../shared/leads/leadTexts";
import { LoadMore } from "../../shared/query/LoadMore";
import { loadAllPages } from "../../shared/query/loadAllPages";
import { QueryView } from "../../shared/query/QueryView";
import { SaveReport } from "../../shared/reports/SaveReport";
import type { Column } from "../../shared/table/columns";
import { DataTable } from "../../shared/table/DataTable";
import { TextLink } from "../../shared/ui/links";
import { About, ScreenHeader, type ScreenProps } from "../../shared/ui/screen";
import { EmptyState, NotForViewers } from "../../shared/ui/states";
import { personTitle } from "./personTitle";

/** Table width in which email addresses fit beside all columns, in CSS pixels. */
const ROOMY = 720;

const COLUMNS: readonly Column<PersonSummary>[] = [
  {
    id: "person",
    header: "Person",
    isMain: true,
    cell: (person) => (
      <>
        <TextLink href={`/people/${encodeURIComponent(person.id)}`}>{personTitle(person)}</TextLink>
        <span className="wrap-anywhere block text-ink-muted text-xs">
          {[person.name && person.email, person.company].filter(Boolean).join(" · ")}
        </span>
      </>
    ),
    text: (person) =>
      [...new Set([personTitle(person), person.email, person.company])].filter(Boolean).join(", "),
  },
  {
    id: "users",
    header: "User IDs",
    from: ROOMY,
    width: "w-48",
    className: "text-ink-muted",
    cell: ({ userIds }) => <span className="wrap-anywhere">{userIds.join(", ") || "–"}</span>,
    folded: () => null,
  },
  {
    id: "leads",
    header: "Leads",
    isNumeric: true,
    from: ROOMY,
    width: "w-20",
    cell: ({ leads }) => formatCount(leads),
    folded: ({ leads }) => (leads > 0 ? formatCounted(leads, "lead") : null),
  },
  {
    id: "status",
    header: "Status",
    width: "w-28",
    cell: ({ status }) => (status ? <LeadStatusBadge status={status} /> : "–"),
    text: ({ status }) => (status ? STATUS_NAMES[status] : ""),
  },
  {
    id: "browsers",
    header: "Browsers",
    isNumeric: true,
    from: ROOMY,
    width: "w-24",
    cell: ({ browsers }) => formatCount(browsers),
    folded: () => null,
  },
  {
    id: "seen",
    header: "Last seen",
    width: "w-24 sm:w-32",
    className: "text-ink-muted tabular-nums",
    cell: ({ lastSeenAt }) => formatInstant(lastSeenAt),
    exact: ({ lastSeenAt }) => lastSeenAt,
    unit: "time",
  },
];

const NAMES = ["text"] as const;
const keyOf = ({ id }: PersonSummary) => id;

/** People across visits, browsers and leads, most recently seen first. */
export function People({ title, account: { role } }: ScreenProps) {
  const [{ text }, setFilters] = useFilters(NAMES);
  const load = (before: string, signal: AbortSignal) =>
    request("GET /people", { query: { ...(text && { text }), ...(before && { before }) }, signal });
  const search = useInfiniteQuery({
    queryKey: routeKey("GET /people", text),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    enabled: may(role, "seePeople"),
    placeholderData: keepPreviousData,
  });
  const people = search.data?.pages.flatMap((page) => page.people) ?? [];
  if (!may(role, "seePeople"))
    return (
      <>
        <ScreenHeader title={title} />
        <NotForViewers what="People" />
      </>
    );
  return (
    <>
      <ScreenHeader title={title}>
        <div className="sm:ml-auto">
          <SaveReport />
        </div>
      </ScreenHeader>
      <About>
        Visitors who sent a form or were identified, with their visits on every browser that their consent
        links.
      </About>
      <search className="mt-5 block max-w-xl">
        <FilterText
          label="Search"
          placeholder="Name, email, company, user ID or anonymous ID"
          value={text}
          onChange={(typed) => setFilters({ text: typed })}
        />
      </search>
      <QueryView
        query={search}
        empty={() => people.length === 0 && <NoPeople text={text} />}
        className="mt-5"
      >
        {() => (
          <>
            <DataTable
              caption="People"
              columns={COLUMNS}
              rows={people}
              keyOf={keyOf}
              csv={{
                loadRows: loadAllPages({ load, rowsOf: (page) => page.people, keyOf }),
                isPresent: true,
              }}
            />
            <LoadMore list={search} count={people.length} noun="row" />
          </>
        )}
      </QueryView>
    </>
  );
}

function NoPeople({ text }: { text: string }) {
  if (text)
    return (
      <EmptyState
        title="No people match"
        action={<TextLink href={`/people/${encodeValue(text)}`}>Look up “{text}” as an ID</TextLink>}
      >
        Anonymous visitors are not listed. Look up their visits by anonymous ID.
      </EmptyState>
    );
  return (
    <EmptyState title="No people yet">
      A visitor appears here once they send a form, or once your site calls <code>identify</code> with a user
      ID or email address.
    </EmptyState>
  );
}
