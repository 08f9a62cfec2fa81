import type { MonitoredView, ViewOrder } from "@marquee/contract/schema";
import { api } from "../../../shared/api/api.ts";
import { formatCount, formatCounted } from "../../../shared/format/format.ts";
import { formatTime } from "../../../shared/vitals/vitalNames.ts";
import { readViewOrder } from "../rumFilters.ts";
import { ListControls } from "./ListControls.tsx";
import { ListState } from "./ListState.tsx";
import type { ListProps } from "./list.types.ts";
import { type Column, RankedTable } from "./RankedTable.tsx";
import { useList } from "./useList.ts";
import { ViewDetails } from "./ViewDetails.tsx";

const someOf = (count: number, noun: string) => (count === 0 ? "" : formatCounted(count, noun));

const COLUMNS: readonly Column<MonitoredView, ViewOrder>[] = [
  { label: "Views", by: "views", cell: ({ views }) => formatCount(views) },
  {
    label: "Loading time",
    by: "loading",
    cell: ({ loading }) => (loading === null ? "–" : formatTime(loading)),
  },
  {
    label: "Errors",
    by: "errors",
    cell: ({ errors }) => formatCount(errors),
    aside: ({ errors }) => someOf(errors, "error"),
  },
  {
    label: "Frustrations",
    by: "frustrations",
    cell: ({ frustrations }) => formatCount(frustrations),
    aside: ({ frustrations }) => someOf(frustrations, "frustration"),
  },
  {
    label: "Long tasks",
    by: "longTasks",
    cell: ({ longTasks }) => formatCount(longTasks),
    aside: ({ longTasks }) => someOf(longTasks, "long task"),
  },
];
const ORDERS = COLUMNS.flatMap(({ by, label }) => (by ? [[by, label] as const] : []));

/** Views by their names, each opening to what it is made of. */
export function ViewList(props: ListProps) {
  const by = readViewOrder(props.by);
  const list = useList("views", { ...props, by }, (query) => api.monitoredViews({ ...query, by }));
  return (
    <ListState
      list={list}
      empty="No view of this kind. Take a filter away, or choose a longer span."
      controls={(kinds) => <ListControls label="Loaded as" all="Any load" kinds={kinds} orders={ORDERS} />}
    >
      {({ rows, hasMore }) => (
        <RankedTable
          {...{ rows, hasMore, by }}
          noun="view"
          columns={COLUMNS}
          keyOf={({ view }) => view}
          name={({ view }) => view || "without a name"}
          details={({ view }) => <ViewDetails {...props} view={view} />}
        />
      )}
    </ListState>
  );
}
