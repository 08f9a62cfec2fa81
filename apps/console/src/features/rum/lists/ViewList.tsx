import type { RumView, ViewOrder } from "@marquee/contract/schema";
import { request } from "../../../shared/api/request.ts";
import { formatCount } from "../../../shared/format/format.ts";
import { ShownCount } from "../../../shared/query/LoadMore.tsx";
import { type Column, WIDE } from "../../../shared/table/columns.ts";
import { DataTable } from "../../../shared/table/DataTable.tsx";
import { formatTime } from "../../../shared/vitals/vitals.tsx";
import { readViewOrder } from "../rumFilters.ts";
import { type ListProps, RumList, useRumList } from "./RumList.tsx";
import { ViewDetails } from "./ViewDetails.tsx";

const NAME: Column<RumView> = { id: "view", header: "View", cell: ({ view }) => view || "unnamed" };
const COLUMNS: readonly Column<RumView>[] = [
  NAME,
  countColumn("views", "Views"),
  {
    id: "loading",
    header: "Loading time",
    isNumeric: true,
    width: "w-28",
    sortValue: ({ loading }) => loading,
    cell: ({ loading }) => (loading === null ? "–" : formatTime(loading)),
  },
  countColumn("errors", "Errors", WIDE),
  countColumn("frustrations", "Frustration signals", WIDE),
  countColumn("longTasks", "Long tasks", WIDE),
];

/** Views by name, each with its details. */
export function ViewList(props: ListProps) {
  const by = readViewOrder(props.by);
  const list = useRumList("views", { ...props, by }, (query) =>
    request("GET /monitoring/views", { query: { ...query, by } }),
  );
  return (
    <RumList
      list={list}
      kindLabel="Load type"
      allKinds="All load types"
      empty="No matching views. Remove a filter or choose a longer date range."
    >
      {({ rows, hasMore }) => (
        <>
          <DataTable
            caption="Views"
            columns={COLUMNS}
            rows={rows}
            keyOf={({ view }) => view}
            hasRowHeaders={false}
            sort={{ param: "by", sortedBy: by }}
            details={({ view }) => <ViewDetails {...props} view={view} />}
          />
          <ShownCount
            shown={rows.length}
            noun="view"
            more={hasMore ? ": filter the list or sort it differently" : null}
          />
        </>
      )}
    </RumList>
  );
}

/** A count that the server can sort by. In narrow tables, zero is left out. */
function countColumn(id: Exclude<ViewOrder, "loading">, header: string, from = 0): Column<RumView> {
  return {
    id,
    header,
    from,
    isNumeric: true,
    width: from === 0 ? "w-20 lg:w-28" : "w-28",
    sortValue: (view) => view[id],
    cell: (view) => formatCount(view[id]),
    folded: (view) => (view[id] === 0 ? null : formatCount(view[id])),
  };
}
