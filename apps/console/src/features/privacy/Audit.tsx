import { formatCount } from "@marquee/contract";
import type { AuditQuery, AuditResponse } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters, useHrefWith } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { AuditTable } from "./AuditTable.tsx";

const FILTER_NAMES = ["by", "action", "text"] as const;

type Filters = Record<(typeof FILTER_NAMES)[number], string>;

const ACTIONS = [
  ["export", "Exports"],
  ["delete", "Deletions"],
] as const;

/** How often to refetch while a deletion is in progress, in milliseconds. */
const REFRESH_INTERVAL = 3000;

/** The log of privacy requests, newest first, in separate tabs for staff and visitors. */
export function Audit() {
  const [filters, setFilters] = useFilters(FILTER_NAMES);
  const query = toAuditQuery(filters);
  const load = (before: string, signal: AbortSignal) =>
    request("GET /privacy-requests/audit", { query: { ...query, ...(before ? { before } : {}) }, signal });
  const audit = useInfiniteQuery({
    queryKey: routeKey("GET /privacy-requests/audit", query),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ entries }) => entries.some(({ deletion }) => deletion?.completedAt === null))
        ? REFRESH_INTERVAL
        : false,
  });
  const pages = audit.data?.pages ?? [];
  const entries = pages.flatMap((page) => page.entries);
  return (
    <section className="mt-10">
      <h2 className="font-medium">Requests</h2>
      <p className="mt-1 mb-3 text-ink-muted text-xs">
        Exports and deletions requested by staff, consent withdrawn by visitors, and data they downloaded on
        the privacy page.
      </p>
      <Tabs by={query.by} counts={pages[0]?.counts} />
      <search className="mt-4 grid max-w-2xl grid-cols-[1fr_8rem] gap-3 sm:grid-cols-[1fr_10rem]">
        <FilterText
          label="Text"
          placeholder={query.by === "visitors" ? "Part of a visitor ID" : "ID or email address"}
          value={filters.text}
          onChange={(text) => setFilters({ text })}
        />
        {query.by === "staff" && (
          <FilterSelect
            label="Action"
            all="All actions"
            value={query.action ?? ""}
            choices={ACTIONS}
            onChange={(action) => setFilters({ action })}
          />
        )}
      </search>
      <QueryView
        query={audit}
        loading={<Skeleton className="mt-5 h-64" />}
        empty={() => entries.length === 0 && <NoRequests query={query} />}
        className="mt-3"
      >
        {() => (
          <>
            <AuditTable entries={entries} withActor={query.by === "staff"} load={load} />
            <LoadMore list={audit} count={entries.length} noun="request" />
          </>
        )}
      </QueryView>
    </section>
  );
}

interface TabsProps {
  by: AuditQuery["by"];
  counts: AuditResponse["counts"] | undefined;
}

function Tabs({ by, counts }: TabsProps) {
  const hrefWith = useHrefWith();
  const nameOf = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${formatCount(count)})`;
  const tabs = [
    {
      href: hrefWith({ action: "", by: "" }),
      name: nameOf("Staff", counts?.staff),
      isChosen: by === "staff",
    },
    {
      href: hrefWith({ action: "", by: "visitors" }),
      name: nameOf("Visitors", counts?.visitors),
      isChosen: by === "visitors",
    },
  ];
  return <LinkTabs label="Requested by" tabs={tabs} />;
}

function NoRequests({ query: { by, action, text } }: { query: AuditQuery }) {
  if (action || text) return <EmptyState title="No requests match">Remove a filter to see more.</EmptyState>;
  if (by === "visitors")
    return (
      <EmptyState title="No requests by visitors yet">
        When a visitor withdraws consent or downloads their data, it appears here.
      </EmptyState>
    );
  return (
    <EmptyState title="No requests yet">When someone exports or deletes data, it appears here.</EmptyState>
  );
}

/** The query for the URL's filters. Invalid values are dropped. */
export function toAuditQuery({ by, action, text }: Filters): AuditQuery {
  const trimmed = text.trim();
  const isVisitors = by === "visitors";
  const validAction = ACTIONS.find(([name]) => name === action)?.[0];
  return {
    by: isVisitors ? "visitors" : "staff",
    ...(validAction && !isVisitors && { action: validAction }),
    ...(trimmed && { text: trimmed }),
  };
}
