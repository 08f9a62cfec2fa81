import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { SizeHistory } from "@marquee/contract/schema";
import { asc, gte, lt, sql } from "drizzle-orm";
import type { RecordsDatabase } from "./records.ts";
import { rowsOf } from "./rowsOf.ts";
import { sizes } from "./tables.ts";

/** How large something is now. */
export interface MeasuredSize extends Pick<SizeHistory, "of" | "host"> {
  bytes: number;
}

const KEPT_DAYS = 400;

/** Stores sizes for the day, of which the last ones count. Deletes those older than a year. */
export async function storeSizes(
  db: RecordsDatabase,
  measured: readonly MeasuredSize[],
  now: Timestamp,
): Promise<void> {
  if (measured.length === 0) return;
  const day = dayOf(now);
  await db
    .insert(sizes)
    .values(measured.map((each) => ({ ...each, day })))
    .onConflictDoUpdate({ target: [sizes.of, sizes.host, sizes.day], set: { bytes: sql`excluded.bytes` } });
  await db.delete(sizes).where(lt(sizes.day, dayOf(now - KEPT_DAYS * ONE_DAY)));
}

/** The sizes of the last days. */
export async function readSizes(
  db: Pick<RecordsDatabase, "select">,
  { days, now }: { days: number; now: Timestamp },
): Promise<SizeHistory[]> {
  const rows = await db
    .select()
    .from(sizes)
    .where(gte(sizes.day, dayOf(now - days * ONE_DAY)))
    .orderBy(asc(sizes.of), asc(sizes.host), asc(sizes.day));
  const histories: SizeHistory[] = [];
  for (const { of, host, day, bytes } of rows) {
    const last = histories.at(-1);
    if (last?.of === of && last.host === host) last.days.push({ day, bytes });
    else histories.push({ of, host, days: [{ day, bytes }] });
  }
  return histories;
}

/** The size of the database in bytes, indexes included. */
export async function readRecordsSize(db: Pick<RecordsDatabase, "execute">): Promise<number> {
  const result = await db.execute(sql`select pg_database_size(current_database())::text as bytes`);
  const [row] = rowsOf<{ bytes: string }>(result);
  return Number(row?.bytes);
}

function dayOf(time: Timestamp): string {
  return new Date(time).toISOString().slice(0, 10);
}
