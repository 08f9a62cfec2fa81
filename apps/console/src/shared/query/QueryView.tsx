import { Button } from "@marquee/ui";
import type { UseInfiniteQueryResult, UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { formatClock } from "../format/format.ts";
import { Failure, Skeleton } from "../ui/states.tsx";
import { Outdated } from "./Outdated.tsx";

type Query<Data> = Pick<
  UseQueryResult<Data> | UseInfiniteQueryResult<Data>,
  "data" | "error" | "isPending" | "isError" | "isPlaceholderData" | "dataUpdatedAt"
> & { refetch: () => unknown };

interface QueryViewProps<Data> {
  query: Query<Data>;
  /** Skeleton in the shape of the content; by default, that of a list. */
  loading?: ReactNode;
  /** Content for an empty result. Returns a falsy value if the result is not empty. */
  empty?: (data: Data) => ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
}

/**
 * The states of a query: skeleton, error with retry, empty state, content, dimmed content while new content loads, and a note if it could not be refreshed.
 */
export function QueryView<Data>(props: QueryViewProps<Data>) {
  const { query, loading = <Skeleton className="mt-5 h-96" />, empty, className, children } = props;
  const { data, error, isPending, isError, isPlaceholderData, dataUpdatedAt, refetch } = query;
  if (data === undefined) {
    if (isPending) return loading;
    return <Failure error={error ?? new Error("No data was returned.")} onRetry={() => void refetch()} />;
  }
  return (
    <Outdated className={className} isOutdated={isPlaceholderData}>
      {isError && <Stale error={error} readAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      {empty?.(data) || children(data)}
    </Outdated>
  );
}

interface StaleProps {
  error: Error | null;
  /** When the data was fetched, in milliseconds since the epoch. */
  readAt: number;
  onRetry: () => void;
}

/** Note that the data could not be refreshed. */
function Stale({ error, readAt, onRetry }: StaleProps) {
  return (
    <p
      role="alert"
      className="mb-4 flex flex-wrap items-center gap-x-3 border-sun border-l-4 bg-sun-soft px-3 py-1"
    >
      <span>
        {error instanceof TypeError ? "The server isn't responding." : error?.message} Data from{" "}
        <span className="tabular-nums">{formatClock(readAt)}</span>.
      </span>
      <Button variant="tertiary" size="sm" onClick={onRetry}>
        Refresh
      </Button>
    </p>
  );
}

/**
 * Loading state of a screen with metrics.
 * @param heights class names for the height of each section, from top to bottom.
 */
export function MetricsLoading({ heights }: { heights: readonly string[] }) {
  return (
    <div className="mt-5 grid gap-8" role="status">
      <span className="sr-only">Loading metrics</span>
      {heights.map((height) => (
        <Skeleton key={height} className={height} />
      ))}
    </div>
  );
}
