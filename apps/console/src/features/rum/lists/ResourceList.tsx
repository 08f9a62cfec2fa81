import type { MonitoredResource, ResourceOrder } from "@marquee/contract/schema";
import { api } from "../../../shared/api/api.ts";
import { formatBytes, formatCount, formatCounted } from "../../../shared/format/format.ts";
import { formatTime } from "../../../shared/vitals/vitalNames.ts";
import { readResourceOrder } from "../rumFilters.ts";
import { Address } from "./Address.tsx";
import { ListControls } from "./ListControls.tsx";
import { ListState } from "./ListState.tsx";
import type { ListProps } from "./list.types.ts";
import { type Column, RankedTable } from "./RankedTable.tsx";
import { useList } from "./useList.ts";

const COLUMNS: readonly Column<MonitoredResource, ResourceOrder>[] = [
  { label: "Duration", by: "duration", cell: ({ duration }) => formatTime(duration) },
  {
    label: "Size",
    by: "size",
    cell: ({ size }) => (size === null ? "–" : formatBytes(size)),
    aside: ({ size }) => (size === null ? "" : formatBytes(size)),
  },
  {
    label: "Times",
    by: "count",
    cell: ({ count }) => formatCount(count),
    aside: ({ count }) => formatCounted(count, "time"),
  },
];
const ORDERS = COLUMNS.flatMap(({ by, label }) => (by ? [[by, label] as const] : []));

/** What pages loaded, by how long it took, how large it was or how often. */
export function ResourceList(props: ListProps) {
  const by = readResourceOrder(props.by);
  const list = useList("resources", { ...props, by }, (query) => api.monitoredResources({ ...query, by }));
  return (
    <ListState
      list={list}
      empty="No resource of this kind. Clients tell of them where trackResources is on."
      controls={(kinds) => <ListControls label="Type" all="All types" kinds={kinds} orders={ORDERS} />}
    >
      {({ rows, hasMore }) => (
        <>
          <p className="mt-3 text-ink-muted text-xs">
            Durations are 75th percentiles, sizes medians as unpacked. Queries and the hashes of built files
            are left out of addresses, numbers in paths are "?".
          </p>
          <RankedTable
            {...{ rows, hasMore, by }}
            noun="resource"
            columns={COLUMNS}
            keyOf={({ address, kind }) => `${address} ${kind}`}
            name={({ address, kind }) => <Address {...{ address, kind }} />}
          />
        </>
      )}
    </ListState>
  );
}
