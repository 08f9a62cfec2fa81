import type { DrainControl } from "../../../platform/storage/spool/drain.ts";

/** Reports when all rows that waited in the spool at a given moment have been moved, regardless of rows added since. */
export interface SpoolCheckpoints {
  /** @returns whether all rows that waited at the first call with this `id` have been moved. */
  isPast(id: string): Promise<boolean>;
  forget(id: string): void;
}

/** Relies on the spool's keys, which only grow and are removed from the front. */
export function createSpoolCheckpoints(drain: Pick<DrainControl, "status">): SpoolCheckpoints {
  const marks = new Map<string, number>();
  return {
    async isPast(id) {
      const { keys } = await drain.status();
      if (!keys) return true;
      const mark = marks.get(id) ?? keys.last;
      marks.set(id, mark);
      return keys.first > mark;
    },
    forget: (id) => {
      marks.delete(id);
    },
  };
}
