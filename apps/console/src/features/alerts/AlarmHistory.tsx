import type { Alarm } from "@marquee/contract/schema";
import { Badge } from "@marquee/ui";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useFilters } from "../../shared/address/useFilters.ts";
import { request } from "../../shared/api/request.ts";
import { routeKey, useRoute } from "../../shared/api/useRoute.ts";
import { FilterSelect } from "../../shared/filters/filters.tsx";
import { formatInstant } from "../../shared/format/format.ts";
import { LoadMore } from "../../shared/query/LoadMore.tsx";
import { QueryView } from "../../shared/query/QueryView.tsx";
import { type Column, MEDIUM } from "../../shared/table/columns.ts";
import { DataTable } from "../../shared/table/DataTable.tsx";
import { TextLink } from "../../shared/ui/links.tsx";
import { EmptyState } from "../../shared/ui/states.tsx";
import { AlarmDeliveries } from "./AlarmDeliveries.tsx";

const COLUMNS: readonly Column<Alarm>[] = [
  {
    id: "opened",
    header: "Started",
    width: "w-24 sm:w-36",
    className: "text-ink-muted tabular-nums",
    cell: ({ openedAt }) => formatInstant(openedAt),
    exact: ({ openedAt }) => openedAt,
    unit: "time",
  },
  {
    id: "what",
    header: "Problem",
    isMain: true,
    text: ({ text }) => text,
    cell: ({ text, href, name, deliveries }) => (
      <span className="wrap-anywhere">
        <TextLink href={href}>{text}</TextLink>
        <span className="block text-ink-muted text-xs">{name}</span>
        <AlarmDeliveries deliveries={deliveries} />
      </span>
    ),
  },
  {
    id: "resolved",
    header: "Resolved",
    from: MEDIUM,
    width: "w-36",
    className: "text-ink-muted tabular-nums",
    cell: ({ resolvedAt }) =>
      resolvedAt === null ? <Badge tone="clay">Open</Badge> : formatInstant(resolvedAt),
    exact: ({ resolvedAt }) => resolvedAt,
    unit: "time",
  },
];

/** Every alarm, newest first. */
export function AlarmHistory() {
  const [filters, setFilters] = useFilters(["alert"] as const);
  const alert = /^\d{1,9}$/.test(filters.alert) ? Number(filters.alert) : undefined;
  const alerts = useRoute("GET /alerts");
  const list = useInfiniteQuery({
    queryKey: routeKey("GET /alarms", alert),
    queryFn: ({ pageParam, signal }) =>
      request("GET /alarms", {
        query: { ...(alert && { alert }), ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
  });
  const alarms = list.data?.pages.flatMap((page) => page.alarms) ?? [];
  return (
    <>
      <search className="mt-5 block max-w-72">
        <FilterSelect
          label="Alert"
          all="All alerts"
          value={filters.alert}
          choices={(alerts.data?.alerts ?? []).map(({ id, definition: { name } }) => [String(id), name])}
          onChange={(value) => setFilters({ alert: value })}
        />
      </search>
      <QueryView
        query={list}
        empty={() =>
          alarms.length === 0 && (
            <EmptyState title="No alarms so far">
              When an alert finds a problem, it's listed here with when it started, when it was resolved and
              who was notified. New alerts also check the last 31 days.
            </EmptyState>
          )
        }
        className="mt-5"
      >
        {() => (
          <>
            <DataTable
              caption="Alarms"
              columns={COLUMNS}
              rows={alarms}
              keyOf={({ id }) => String(id)}
              csv={{ isPresent: true }}
            />
            <LoadMore list={list} count={alarms.length} noun="alarm" />
          </>
        )}
      </QueryView>
    </>
  );
}
