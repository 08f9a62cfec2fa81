import type { MonitoredList, RumErrorsQuery, RumFilter } from "@marquee/contract/schema";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { type DateRangeName, toOverviewQuery } from "../../../shared/address/range.ts";
import { useFilters } from "../../../shared/address/useFilters.ts";
import { FilterSelect } from "../../../shared/filters/filters.tsx";
import { QueryView } from "../../../shared/query/QueryView.tsx";
import { Skeleton } from "../../../shared/ui/states.tsx";
import type { ListName } from "../rumFilters.ts";

const FILTER_NAMES = ["kind"] as const;

/** Props of every list on the screen. */
export interface ListProps {
  range: DateRangeName;
  filter: RumFilter;
  /** Filter for the type of rows; empty for all. */
  kind: string;
  /** Sort order from the URL, not validated. */
  by: string;
}

/** Loads a list. The previous rows stay visible until the new ones arrive. */
export function useRumList<Row>(
  name: ListName,
  { range, filter, kind, by }: ListProps,
  read: (query: RumErrorsQuery) => Promise<MonitoredList<Row>>,
): UseQueryResult<MonitoredList<Row>> {
  return useQuery({
    queryKey: ["monitoring", name, range, filter, kind, by],
    queryFn: () => {
      const { from, to } = toOverviewQuery(range, new Date());
      return read({ from, to, ...filter, ...(kind && { kind }) });
    },
    placeholderData: keepPreviousData,
  });
}

interface RumListProps<Row> {
  list: UseQueryResult<MonitoredList<Row>>;
  /** Label of the type filter, and of its option for all types. */
  kindLabel: string;
  allKinds: string;
  /** Text shown if there are no rows. */
  empty: string;
  children: (list: MonitoredList<Row>) => ReactNode;
}

/** A list with its type filter. */
export function RumList<Row>({ list, kindLabel, allKinds, empty, children }: RumListProps<Row>) {
  const [{ kind }, setFilters] = useFilters(FILTER_NAMES);
  return (
    <QueryView query={list} loading={<Skeleton className="h-80" />}>
      {(data) => (
        <div className="grid gap-3">
          <div className="w-44">
            <FilterSelect
              label={kindLabel}
              all={allKinds}
              value={kind}
              choices={kindChoices(data.kinds, kind)}
              onChange={(value) => setFilters({ kind: value })}
            />
          </div>
          {data.rows.length === 0 ? (
            <p className="mt-1 border-hairline border-t py-3 text-ink-muted">{empty}</p>
          ) : (
            children(data)
          )}
        </div>
      )}
    </QueryView>
  );
}

/** A selected type stays visible even if the list has none of it. */
function kindChoices(kinds: readonly string[], chosen: string) {
  const known = chosen === "" || kinds.includes(chosen) ? kinds : [...kinds, chosen];
  return known.map((kind) => [kind, kind.replaceAll("_", " ")] as const);
}
