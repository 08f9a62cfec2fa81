import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import { eq, lte } from "drizzle-orm";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { archivePrunings } from "../../../platform/storage/records/schema.ts";

/** ID of the table's only row. */
const LAST = "last";

/** Number of removed files, and their stored size in bytes. */
export interface Pruned {
  files: number;
  bytes: number;
}

/** A completed pruning. */
export interface LastPruning extends Pruned {
  at: Timestamp;
}

/** Claims a pruning and clears the result of the last one, if it started at least `interval` ago. @returns true for only one of several server instances, which must prune. */
export async function claimPruning(
  db: Pick<RecordsDatabase, "insert">,
  at: Timestamp,
  interval: Milliseconds,
): Promise<boolean> {
  const { id, startedAt } = archivePrunings;
  const begun = { startedAt: new Date(at), finishedAt: null, files: 0, bytes: 0 };
  const claimed = await db
    .insert(archivePrunings)
    .values({ id: LAST, ...begun })
    .onConflictDoUpdate({ target: id, set: begun, setWhere: lte(startedAt, new Date(at - interval)) })
    .returning({ id });
  return claimed.length > 0;
}

/** Stores the result of a completed pruning. */
export async function finishPruning(
  db: Pick<RecordsDatabase, "update">,
  { files, bytes }: Pruned,
  at: Timestamp,
): Promise<void> {
  await db
    .update(archivePrunings)
    .set({ files, bytes, finishedAt: new Date(at) })
    .where(eq(archivePrunings.id, LAST));
}

/** The last pruning; null before the first, while one is running, and if it was interrupted. */
export async function readLastPruning(db: Pick<RecordsDatabase, "select">): Promise<LastPruning | null> {
  const [row] = await db.select().from(archivePrunings);
  return row?.finishedAt ? { files: row.files, bytes: row.bytes, at: row.finishedAt.getTime() } : null;
}

/** A time range that includes both ends. */
export interface ServedRange {
  from: Timestamp;
  to: Timestamp;
}

/**
 * The time ranges of stored recordings: each day plus the day before and after, because clocks differ and serving times are accurate to a day.
 * @param days start of each day with recordings, oldest first. @returns ranges that neither overlap nor touch.
 */
export function recordedRanges(days: readonly Timestamp[]): ServedRange[] {
  const spans: ServedRange[] = [];
  for (const day of days) {
    const span = { from: day - ONE_DAY, to: day + 2 * ONE_DAY };
    const last = spans.at(-1);
    if (last && span.from <= last.to) last.to = span.to;
    else spans.push(span);
  }
  return spans;
}

export function overlapsAny({ from, to }: ServedRange, spans: readonly ServedRange[]): boolean {
  return spans.some((span) => from <= span.to && to >= span.from);
}
