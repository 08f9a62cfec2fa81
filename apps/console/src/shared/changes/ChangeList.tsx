import type { ChangeQuery } from "@marquee/contract/schema";
import { Button } from "@marquee/ui";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../api/api.ts";
import { formatCounted } from "../format/format.ts";
import { Problem } from "../ui/Problem.tsx";
import { Failure, Skeleton } from "../ui/states.tsx";
import { ChangeRow } from "./ChangeRow.tsx";
import { useRevert } from "./useRevert.ts";

interface ChangeListProps {
  query: Pick<ChangeQuery, "entity" | "key">;
  mayRevert: boolean;
  /** Told once something was taken back. */
  onReverted?: () => void;
  /** Shown where nothing was changed. */
  empty: ReactNode;
}

/** The audit log or a part of it, newest first, read page by page. */
export function ChangeList({ query, mayRevert, onReverted, empty }: ChangeListProps) {
  const revert = useRevert();
  const list = useInfiniteQuery({
    queryKey: ["changes", query.entity ?? "", query.key ?? ""],
    queryFn: ({ pageParam }) => api.changes({ ...query, ...(pageParam ? { before: pageParam } : {}) }),
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  });
  const changes = list.data?.pages.flatMap((page) => page.changes) ?? [];
  if (list.isPending) return <Skeleton className="mt-4 h-64" />;
  if (list.isError && changes.length === 0)
    return <Failure error={list.error} onRetry={() => list.refetch()} />;
  if (changes.length === 0) return empty;
  return (
    <div aria-busy={list.isPlaceholderData}>
      <div role="status" className="text-ink-muted">
        {revert.isSuccess && <p className="py-2">Reverted; it is as it was before.</p>}
      </div>
      {revert.isError && <Problem error={revert.error} />}
      <ol className="mt-2 border-hairline border-t">
        {changes.map((change) => (
          <ChangeRow
            key={change.id}
            change={change}
            withKey={query.key === undefined || query.entity === undefined}
            mayRevert={mayRevert}
            isBusy={revert.isPending}
            onRevert={() => revert.mutate(change.id, { onSuccess: () => onReverted?.() })}
          />
        ))}
      </ol>
      <div className="mt-4 flex flex-wrap items-center gap-4">
        {list.hasNextPage && (
          <Button
            variant="secondary"
            size="sm"
            disabled={list.isFetchingNextPage}
            onClick={() => list.fetchNextPage()}
          >
            {list.isFetchingNextPage ? "Loading" : "Load older"}
          </Button>
        )}
        <p role="status" className="text-ink-muted text-xs tabular-nums">
          {formatCounted(changes.length, "change")} shown
          {list.hasNextPage ? "; there are older ones." : ". There are no older ones."}
        </p>
      </div>
    </div>
  );
}
