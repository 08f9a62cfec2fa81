import { formatCounted } from "@marquee/contract";
import { Button } from "@marquee/ui";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";

interface ShownCountProps {
  count: number;
  /** Singular noun for an item: "event". */
  noun: string;
  /** How to see more, appended to "there are more"; null if there are no more. */
  more: string | null;
}

/** The end of a list: how many items are shown. */
export function ShownCount({ count, noun, more }: ShownCountProps) {
  return (
    <p role="status" className="text-ink-muted text-xs tabular-nums">
      {formatCounted(count, noun)} shown{more === null ? ". There are no more." : `; there are more${more}.`}
    </p>
  );
}

interface LoadMoreProps extends Pick<ShownCountProps, "count" | "noun"> {
  list: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}

/** The end of a paginated list: how many items are shown, and a button to load more. */
export function LoadMore({
  list: { hasNextPage, isFetchingNextPage, fetchNextPage },
  ...props
}: LoadMoreProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      {hasNextPage && (
        <Button variant="secondary" size="sm" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {isFetchingNextPage ? "Loading" : "Load more"}
        </Button>
      )}
      <ShownCount {...props} more={hasNextPage ? "" : null} />
    </div>
  );
}
