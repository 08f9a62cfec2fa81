import type { ChangeQuery } from "@marquee/contract/schema";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { api } from "../api/api.ts";
import { LoadMore } from "../query/LoadMore.tsx";
import { QueryView } from "../query/QueryView.tsx";
import { Problem } from "../ui/Problem.tsx";
import { Skeleton } from "../ui/states.tsx";
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
  return (
    <QueryView
      query={list}
      loading={<Skeleton className="mt-4 h-64" />}
      empty={() => changes.length === 0 && empty}
    >
      {() => (
        <>
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
          <LoadMore list={list} shown={changes.length} noun="change" />
        </>
      )}
    </QueryView>
  );
}
