import type { MonitoredList } from "@marquee/contract/schema";
import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Failure, Skeleton } from "../../../shared/ui/states.tsx";

interface ListStateProps<Row> {
  list: UseQueryResult<MonitoredList<Row>>;
  /** What is said where there is no row. */
  empty: string;
  controls: (kinds: readonly string[]) => ReactNode;
  children: (list: MonitoredList<Row>) => ReactNode;
}

/** A list while it loads, where it failed, where it is empty, and where it is there. */
export function ListState<Row>({ list, empty, controls, children }: ListStateProps<Row>) {
  if (list.isPending) return <Skeleton className="h-80" />;
  if (list.isError && !list.data) return <Failure error={list.error} onRetry={() => list.refetch()} />;
  if (!list.data) return null;
  return (
    <div aria-busy={list.isPlaceholderData}>
      {controls(list.data.kinds)}
      {list.data.rows.length === 0 ? (
        <p className="mt-4 border-hairline border-t py-3 text-ink-muted">{empty}</p>
      ) : (
        children(list.data)
      )}
    </div>
  );
}
