import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { WrongClock } from "@marquee/contract/schema";
import { sql } from "drizzle-orm";
import type { EventStore } from "./events/eventStore.ts";
import type { RecordsDatabase } from "./records/records.ts";
import { rowsOf } from "./records/rowsOf.ts";

interface ClocksOptions {
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "execute">;
  /** This server's clock. */
  now: () => Timestamp;
}

/** Clocks that are synchronized differ by less. */
const TOLERANCE: Milliseconds = 10 * ONE_SECOND;
const ANSWER_TIMEOUT: Milliseconds = 2 * ONE_SECOND;

/** Compares the stores' clocks with this server's, within 2 s. Stores that don't answer are left out. */
export async function findWrongClocks({ eventStore, db, now }: ClocksOptions): Promise<WrongClock[]> {
  const [events, records] = await Promise.all([
    offsetOf(async () => {
      const [row] = await eventStore.query<{ at: string }>(
        "SELECT toString(toUnixTimestamp64Milli(now64(3))) AS at",
      );
      return Number(row?.at);
    }, now),
    offsetOf(async () => {
      const result = await db.execute(sql`select (extract(epoch from clock_timestamp()) * 1000)::text as at`);
      const [row] = rowsOf<{ at: string }>(result);
      return Number(row?.at);
    }, now),
  ]);
  const all: WrongClock[] = [
    { store: "events", offset: events },
    { store: "records", offset: records },
  ];
  return all.filter(({ offset }) => Math.abs(offset) > TOLERANCE);
}

/** The query's duration does not count as an offset. @returns 0 without a response. */
async function offsetOf(ask: () => Promise<Timestamp>, now: () => Timestamp): Promise<Milliseconds> {
  const startedAt = now();
  try {
    const told = await Promise.race([ask(), sleep(ANSWER_TIMEOUT, null, { ref: false })]);
    if (told === null) return 0;
    if (told < startedAt) return told - startedAt;
    return Math.max(0, told - now());
  } catch {
    return 0;
  }
}
