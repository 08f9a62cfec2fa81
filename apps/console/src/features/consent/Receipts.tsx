import type { ReceiptFilter } from "@marquee/contract/schema";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { DateRangeName } from "../../shared/address/range.ts";
import { toPeriod } from "../../shared/address/toQuestion.ts";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey } from "../../shared/api/useRoute.ts";
import { FilterSelect, FilterText } from "../../shared/filters/filters.tsx";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/states.tsx";
import { ReceiptTable } from "./ReceiptTable.tsx";

const FILTER_NAMES = ["id", "decision", "country", "textVersion"] as const;

type FilterName = (typeof FILTER_NAMES)[number];

const DECISIONS = [
  ["granted", "Analytics accepted"],
  ["refused", "Analytics declined"],
] as const;

interface ReceiptsProps {
  range: DateRangeName;
  /** Values that occur in the date range, for the filters. */
  countries: readonly string[];
  textVersions: readonly number[];
}

/** Consent receipts, filtered by the URL's parameters. */
export function Receipts({ range, countries, textVersions }: ReceiptsProps) {
  const [filters, setFilters] = useFilters(FILTER_NAMES);
  const query = { ...toPeriod(range), ...toReceiptFilter(filters) };
  const load = (before: string, signal: AbortSignal) =>
    request("POST /query/consent/receipts", { body: { ...query, ...(before && { before }) }, signal });
  const search = useInfiniteQuery({
    queryKey: routeKey("POST /query/consent/receipts", query),
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
  });
  const receipts = search.data?.pages.flatMap((page) => page.receipts) ?? [];
  const set = (name: FilterName) => (value: string) => setFilters({ [name]: value });
  return (
    <section>
      <h2 className="font-medium">Receipts</h2>
      <p className="mt-1 text-ink-muted text-xs">
        One receipt per decision, newest first. Receipts are proof of consent and are kept when the visitor's
        data is deleted.
      </p>
      <search className="mt-3 grid grid-cols-2 gap-3 lg:grid-cols-[1fr_12rem_9rem_9rem]">
        <FilterText
          label="Receipt or visitor ID"
          placeholder="Full ID"
          value={filters.id}
          onChange={set("id")}
        />
        <FilterSelect
          label="Decision"
          all="All decisions"
          value={filters.decision}
          choices={DECISIONS}
          onChange={set("decision")}
        />
        <FilterSelect
          label="Country"
          all="All countries"
          value={filters.country}
          choices={countries.map((code) => [code, code])}
          onChange={set("country")}
        />
        <FilterSelect
          label="Text version"
          all="All versions"
          value={filters.textVersion}
          choices={textVersions.map((version) => [String(version), String(version)])}
          onChange={set("textVersion")}
        />
      </search>
      <QueryView
        query={search}
        loading={<Skeleton className="mt-5 h-64" />}
        empty={() =>
          receipts.length === 0 && <NoReceipts isFiltered={Object.values(filters).some(Boolean)} />
        }
        className="mt-4"
      >
        {() => (
          <>
            <ReceiptTable receipts={receipts} load={load} />
            <LoadMore list={search} count={receipts.length} noun="receipt" />
          </>
        )}
      </QueryView>
    </section>
  );
}

function NoReceipts({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No matching decisions">Choose a longer date range or remove a filter.</EmptyState>
  ) : (
    <EmptyState title="No decisions in this date range">
      A receipt appears here when a visitor accepts, declines or withdraws consent.
    </EmptyState>
  );
}

/** The URL's filters as query parameters, without empty and invalid ones. */
function toReceiptFilter(values: Record<FilterName, string>): ReceiptFilter {
  const decision = DECISIONS.find(([name]) => name === values.decision)?.[0];
  const version = Number(values.textVersion);
  return {
    ...(values.id ? { id: values.id } : {}),
    ...(decision ? { decision } : {}),
    ...(values.country ? { country: values.country } : {}),
    ...(Number.isInteger(version) && version > 0 ? { textVersion: version } : {}),
  };
}
