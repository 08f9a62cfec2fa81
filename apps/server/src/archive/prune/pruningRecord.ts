import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import { eq, lte } from "drizzle-orm";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { archivePrunings } from "../../storage/records/schema.ts";

/** There is one row. */
const LAST = "last";

/** What was removed: files, and how much room they took. */
export interface Pruned {
  files: number;
  bytes: number;
}

/** A pruning that came to its end. */
export interface LastPruning extends Pruned {
  at: Timestamp;
}

/** Begins a pruning where the last began long enough ago. @returns whether the caller is to do it: of several instances, one. */
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

/** The latest pruning that came to its end; null before the first. */
export async function readLastPruning(db: Pick<RecordsDatabase, "select">): Promise<LastPruning | null> {
  const [row] = await db.select().from(archivePrunings);
  return row?.finishedAt ? { files: row.files, bytes: row.bytes, at: row.finishedAt.getTime() } : null;
}

/** From one moment to another, both within. */
export interface ServedRange {
  from: Timestamp;
  to: Timestamp;
}

/**
 * When recordings were made: their days with the day before and after, for clocks differ and when something was served is known to a day.
 * @param days their beginnings, oldest first. @returns spans that do not touch.
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
