import type { MonitoredErrorsQuery, MonitoredList } from "@marquee/contract/schema";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { toQuery } from "../../../shared/address/range.ts";
import type { ListName } from "../rumFilters.ts";
import type { ListProps } from "./list.types.ts";

/** Reads a list of the screen; the one before stays until the next is there. */
export function useList<Row>(
  name: ListName,
  { range, filter, kind, by }: ListProps,
  read: (query: MonitoredErrorsQuery) => Promise<MonitoredList<Row>>,
): UseQueryResult<MonitoredList<Row>> {
  return useQuery({
    queryKey: ["monitoring", name, range, filter, kind, by],
    queryFn: () => {
      const { from, to } = toQuery(range, new Date());
      return read({ from, to, ...filter, ...(kind && { kind }) });
    },
    placeholderData: keepPreviousData,
  });
}
