import type { Spool, SpooledRow } from "../storage/spool/spool.ts";

/** Reports when all rows that waited in the spool at a given moment have been moved, regardless of rows added since. */
export interface SpoolCheckpoints {
  /** @returns whether all rows that waited at the first call with this `id` have been moved. */
  isPast(id: string): boolean;
  forget(id: string): void;
}

/** Relies on the spool's keys, which count up by one and are removed from the front. */
export function createSpoolCheckpoints(spool: Pick<Spool<SpooledRow>, "depth" | "read">): SpoolCheckpoints {
  const marks = new Map<string, number>();
  return {
    isPast(id) {
      const depth = spool.depth();
      if (depth === 0) return true;
      const { firstKey } = spool.read(1);
      const mark = marks.get(id) ?? firstKey + depth - 1;
      marks.set(id, mark);
      return firstKey > mark;
    },
    forget: (id) => {
      marks.delete(id);
    },
  };
}
