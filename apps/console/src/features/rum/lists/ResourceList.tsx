import type { RumResource } from "@marquee/contract/schema";
import { request } from "../../../shared/api/request.ts";
import { formatBytes, formatCount } from "../../../shared/format/format.ts";
import { ShownCount } from "../../../shared/query/LoadMore.tsx";
import { type Column, WIDE } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { formatTime } from "../../../shared/vitals/vitals.tsx";
import { readResourceOrder } from "../rumFilters.ts";
import { Address } from "./Address.tsx";
import { type ListProps, RumList, useRumList } from "./RumList.tsx";

const COLUMNS: readonly Column<RumResource>[] = [
  {
    id: "resource",
    header: "Resource",
    cell: ({ address, kind }) => <Address address={address} kind={kind} />,
  },
  {
    id: "duration",
    header: "Duration",
    isNumeric: true,
    width: "w-24 lg:w-28",
    sortValue: ({ duration }) => duration,
    cell: ({ duration }) => formatTime(duration),
  },
  {
    id: "size",
    header: "Size",
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    sortValue: ({ size }) => size,
    cell: ({ size }) => (size === null ? "–" : formatBytes(size)),
    folded: ({ size }) => (size === null ? null : formatBytes(size)),
  },
  {
    id: "count",
    header: "Count",
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    sortValue: ({ count }) => count,
    cell: ({ count }) => formatCount(count),
  },
];

/** Loaded resources, sorted by duration, size or count. */
export function ResourceList(props: ListProps) {
  const by = readResourceOrder(props.by);
  const list = useRumList("resources", { ...props, by }, (query) =>
    request("GET /monitoring/resources", { query: { ...query, by } }),
  );
  return (
    <RumList
      list={list}
      kindLabel="Type"
      allKinds="All types"
      empty="No matching resources. Clients report them if trackResources is on."
    >
      {({ rows, hasMore }) => (
        <>
          <p className="text-ink-muted text-xs">
            Durations are 75th percentiles; sizes are medians, decompressed. URLs omit query strings and file
            hashes, and numbers in paths are shown as "?".
          </p>
          <DataTable
            caption="Resources"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ address, kind }) => `${address} ${kind}`}
            hasRowHeaders={false}
            sort={{ param: "by", sortedBy: by }}
          />
          <ShownCount
            shown={rows.length}
            noun="resource"
            more={hasMore ? ": filter the list or sort it differently" : null}
          />
        </>
      )}
    </RumList>
  );
}
