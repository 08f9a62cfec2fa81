import type { AuditAnswer, AuditQuery } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import { LinkTabs } from "../../shared/address/LinkTabs.tsx";
import { useFilters } from "../../shared/address/useFilters.ts";
import { api } from "../../shared/api/api.ts";
import { FilterSelect } from "../../shared/filters/FilterSelect.tsx";
import { FilterText } from "../../shared/filters/FilterText.tsx";
import { formatCount } from "../../shared/format/format.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { Empty, Failure, Skeleton } from "../../shared/ui/states.tsx";
import { AuditTable } from "./AuditTable.tsx";
import { ACTIONS, FILTER_NAMES, toAuditQuery } from "./auditFilters.ts";

/** While a deletion is under way, its state is asked for again. */
const REFRESH_INTERVAL = 3000;

/** Who asked for whose data, newest first: staff, and apart from them visitors. */
export function Audit() {
  const [filters, setFilters] = useFilters(FILTER_NAMES);
  const query = toAuditQuery(filters);
  const audit = useInfiniteQuery({
    queryKey: ["rights", "audit", query],
    queryFn: ({ pageParam }) => api.audit({ ...query, ...(pageParam ? { before: pageParam } : {}) }),
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
        Exports and deletions that staff asked for, and withdrawals of consent by visitors.
      </p>
      <Tabs by={query.by} counts={pages[0]?.counts} />
      <search className="mt-4 grid max-w-2xl grid-cols-[1fr_8rem] gap-3 sm:grid-cols-[1fr_10rem]">
        <FilterText
          label="Text"
          placeholder={query.by === "visitors" ? "Part of a visitor's id" : "Id or e-mail address"}
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
      {audit.isPending && <Skeleton className="mt-5 h-64" />}
      {audit.isError && entries.length === 0 && (
        <Failure error={audit.error} onRetry={() => audit.refetch()} />
      )}
      {audit.isSuccess && entries.length === 0 && <NoRequests query={query} />}
      {entries.length > 0 && (
        <div className="mt-3" aria-busy={audit.isPlaceholderData}>
          <AuditTable entries={entries} withActor={query.by === "staff"} />
          <LoadMore
            shown={entries.length}
            noun="request"
            hasMore={audit.hasNextPage}
            isLoading={audit.isFetchingNextPage}
            onMore={() => audit.fetchNextPage()}
          />
        </div>
      )}
    </section>
  );
}

interface TabsProps {
  by: AuditQuery["by"];
  counts: AuditAnswer["counts"] | undefined;
}

function Tabs({ by, counts }: TabsProps) {
  const [path] = useLocation();
  const search = useSearch();
  const hrefFor = (name: "staff" | "visitors") => {
    const params = new URLSearchParams(search);
    params.delete("action");
    if (name === "staff") params.delete("by");
    else params.set("by", name);
    return params.size > 0 ? `${path}?${params}` : path;
  };
  const nameOf = (name: string, count: number | undefined) =>
    count === undefined ? name : `${name} (${formatCount(count)})`;
  const tabs = [
    { href: hrefFor("staff"), name: nameOf("Staff", counts?.staff), isChosen: by === "staff" },
    { href: hrefFor("visitors"), name: nameOf("Visitors", counts?.visitors), isChosen: by === "visitors" },
  ];
  return <LinkTabs label="Requests by" tabs={tabs} />;
}

function NoRequests({ query: { by, action, text } }: { query: AuditQuery }) {
  if (action || text) return <Empty title="No requests match">Remove a filter to see more.</Empty>;
  if (by === "visitors")
    return <Empty title="No withdrawals yet">When a visitor withdraws consent, it appears here.</Empty>;
  return <Empty title="No requests yet">When someone exports or deletes data, it appears here.</Empty>;
}
