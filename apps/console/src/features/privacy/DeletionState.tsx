import type { DeletionState as State } from "@marquee/contract/schema";
import { formatPrecise } from "../../shared/format/format.ts";

/** How far a deletion has come, as it goes on. */
export function DeletionState({ deletion: { requestedAt, completedAt } }: { deletion: State }) {
  return (
    <p role="status" className="mb-4 border-leaf border-l-4 bg-leaf-soft px-3 py-2">
      {completedAt === null ? (
        <>
          Deleting since {formatPrecise(requestedAt)}. What still arrives or waits on disk is deleted too; it
          is done within a minute.
        </>
      ) : (
        <>Deleted {formatPrecise(completedAt)}. What is counted below came later, or is kept as proof.</>
      )}
    </p>
  );
}
