import type { Spool, SpooledRow } from "../storage/spool/spool.ts";

/** Tells when all that waited in the spool at some moment has been moved, however much came since. */
export interface SpoolCheckpoints {
  /** @returns whether what waited when `id` was first asked about has been moved. */
  isPast(id: string): boolean;
  forget(id: string): void;
}

/** Keys of the spool count up by one and are removed from the front. */
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
