import type { ActionOrder, MonitoredAction } from "@marquee/contract/schema";
import { api } from "../../../shared/api/api.ts";
import { formatCount, formatCounted } from "../../../shared/format/format.ts";
import { readActionOrder } from "../rumFilters.ts";
import { frustrationText } from "./frustrationText.ts";
import { ListControls } from "./ListControls.tsx";
import { ListState } from "./ListState.tsx";
import type { ListProps } from "./list.types.ts";
import { type Column, RankedTable } from "./RankedTable.tsx";
import { useList } from "./useList.ts";

const COLUMNS: readonly Column<MonitoredAction, ActionOrder>[] = [
  { label: "Times", by: "count", cell: ({ count }) => formatCount(count) },
  {
    label: "Sessions",
    cell: ({ sessions }) => formatCount(sessions),
    aside: ({ sessions }) => formatCounted(sessions, "session"),
  },
  { label: "Rage clicks", by: "rage", cell: ({ rage }) => formatCount(rage), aside: frustrationText },
  { label: "Dead clicks", by: "dead", cell: ({ dead }) => formatCount(dead), aside: () => "" },
  { label: "Error clicks", by: "error", cell: ({ error }) => formatCount(error), aside: () => "" },
];
const ORDERS = COLUMNS.flatMap(({ by, label }) => (by ? [[by, label] as const] : []));

/** What people did, and how often it ended in frustration. */
export function ActionList(props: ListProps) {
  const by = readActionOrder(props.by);
  const list = useList("actions", { ...props, by }, (query) => api.monitoredActions({ ...query, by }));
  return (
    <ListState
      list={list}
      empty="No action of this kind. Clients tell of clicks where trackUserInteractions is on, and of what addAction names."
      controls={(kinds) => <ListControls label="Type" all="All types" kinds={kinds} orders={ORDERS} />}
    >
      {({ rows, hasMore }) => (
        <>
          <p className="mt-3 text-ink-muted text-xs">
            Rage is three clicks within a second, a dead click changed nothing, an error click was followed by
            an error.
          </p>
          <RankedTable
            {...{ rows, hasMore, by }}
            noun="action"
            columns={COLUMNS}
            keyOf={({ name, kind }) => `${name} ${kind}`}
            name={({ name, kind }) => (
              <>
                <span className="wrap-anywhere block">{name || "without a name"}</span>
                <span className="block text-ink-muted text-xs">{kind}</span>
              </>
            )}
          />
        </>
      )}
    </ListState>
  );
}
