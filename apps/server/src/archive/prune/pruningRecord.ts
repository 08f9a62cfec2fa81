import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import { eq, lte } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { archivePrunings } from "../../storage/records/schema.ts";

/** ID of the only row. */
const LAST = "last";

/** Number of removed files and their size in bytes. */
export interface Pruned {
  files: number;
  bytes: number;
}

/** A completed pruning. */
export interface LastPruning extends Pruned {
  at: Timestamp;
}

/** Starts a pruning if the last one began long enough ago. @returns whether the caller is to do it; of several instances, one is. */
export async function claimPruning(
  db: Pick<RecordsDatabase, "insert">,
  at: Timestamp,
  interval: Milliseconds,
): Promise<boolean> {
  const { id, startedAt } = archivePrunings;
  const begun = { startedAt: new Date(at) };
  const claimed = await db
    .insert(archivePrunings)
    .values({ id: LAST, ...begun, files: 0, bytes: 0 })
    .onConflictDoUpdate({ target: id, set: begun, setWhere: lte(startedAt, new Date(at - interval)) })
    .returning({ id });
  return claimed.length > 0;
}

/** Logs what was removed. */
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

/** The latest completed pruning; null before the first. */
export async function readLastPruning(db: Pick<RecordsDatabase, "select">): Promise<LastPruning | null> {
  const [row] = await db.select().from(archivePrunings);
  return row?.finishedAt ? { files: row.files, bytes: row.bytes, at: row.finishedAt.getTime() } : null;
}

/** A range of time, both ends included. */
export interface ServedRange {
  from: Timestamp;
  to: Timestamp;
}

/**
 * Ranges in which recordings were made: their days with the day before and after, because clocks differ and the time at which a file was served
 * is known to the day.
 * @param days beginnings of the days, oldest first. @returns ranges that do not touch.
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
