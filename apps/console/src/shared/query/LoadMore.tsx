import { Button } from "@marquee/ui";
import { formatCounted } from "../format/format.ts";

interface LoadMoreProps {
  shown: number;
  /** What is listed, in the singular: "event". */
  noun: string;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
}

/** The end of a list that is read page by page: how much is shown, and more of it. */
export function LoadMore({ shown, noun, hasMore, isLoading, onMore }: LoadMoreProps) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-4">
      {hasMore && (
        <Button variant="secondary" size="sm" disabled={isLoading} onClick={onMore}>
          {isLoading ? "Loading" : "Load more"}
        </Button>
      )}
      <p role="status" className="text-ink-muted text-xs tabular-nums">
        {formatCounted(shown, noun)} shown{hasMore ? "; there are more." : ". There are no more."}
      </p>
    </div>
  );
}
