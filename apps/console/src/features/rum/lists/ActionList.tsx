import type { RumAction } from "@marquee/contract/schema";
import { request } from "../../../shared/api/request.ts";
import { formatCount } from "../../../shared/format/format.ts";
import { ShownCount } from "../../../shared/query/LoadMore.tsx";
import { type Column, WIDE } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { readActionOrder } from "../rumFilters.ts";
import { type ListProps, RumList, useRumList } from "./RumList.tsx";

const COLUMNS: readonly Column<RumAction>[] = [
  {
    id: "action",
    header: "Action",
    cell: ({ name, kind }) => (
      <>
        <span className="wrap-anywhere block">{name || "unnamed"}</span>
        <span className="block text-ink-muted text-xs">{kind}</span>
      </>
    ),
  },
  {
    id: "count",
    header: "Count",
    isNumeric: true,
    width: "w-24 lg:w-28",
    sortValue: ({ count }) => count,
    cell: ({ count }) => formatCount(count),
  },
  {
    id: "sessions",
    header: "Sessions",
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    cell: ({ sessions }) => formatCount(sessions),
  },
  clickColumn("rage", "Rage clicks"),
  clickColumn("dead", "Dead clicks"),
  clickColumn("error", "Error clicks"),
];

/** What visitors did, and how often it caused frustration signals. */
export function ActionList(props: ListProps) {
  const by = readActionOrder(props.by);
  const list = useRumList("actions", { ...props, by }, (query) =>
    request("GET /monitoring/actions", { query: { ...query, by } }),
  );
  return (
    <RumList
      list={list}
      kindLabel="Type"
      allKinds="All types"
      empty="No matching actions. Clients report clicks if trackUserInteractions is on, and custom actions from addAction."
    >
      {({ rows, hasMore }) => (
        <>
          <p className="text-ink-muted text-xs">
            Rage click: three clicks within a second. Dead click: no effect. Error click: followed by an
            error.
          </p>
          <DataTable
            caption="Actions"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ name, kind }) => `${name} ${kind}`}
            hasRowHeaders={false}
            sort={{ param: "by", sortedBy: by }}
          />
          <ShownCount
            shown={rows.length}
            noun="action"
            more={hasMore ? ": filter the list or sort it differently" : null}
          />
        </>
      )}
    </RumList>
  );
}

function clickColumn(id: "rage" | "dead" | "error", header: string): Column<RumAction> {
  return {
    id,
    header,
    isNumeric: true,
    from: WIDE,
    width: "w-28",
    sortValue: (action) => action[id],
    cell: (action) => formatCount(action[id]),
    folded: (action) => (action[id] === 0 ? null : formatCount(action[id])),
  };
}
