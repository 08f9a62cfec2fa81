import type { DeletionState } from "@marquee/contract/schema";
import type { erasures } from "../storage/records/schema.ts";

/** How far a deletion has come, in the shape that goes to the console. */
export function stateOf(erasure: typeof erasures.$inferSelect | undefined): DeletionState | null {
  if (!erasure) return null;
  return {
    requestedAt: erasure.requestedAt.getTime(),
    completedAt: erasure.completedAt?.getTime() ?? null,
  };
}
