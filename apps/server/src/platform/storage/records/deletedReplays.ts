import { createHash } from "node:crypto";
import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";

import type { RecordsDatabase } from "./records.ts";
import { deletedReplays } from "./tables.ts";

/** Identifies a recorded session. The session ID alone is not enough: two visitors may start a session in the same millisecond. */
export interface ReplayKey {
  /** Milliseconds since the epoch. */
  sessionId: number;
  visitorId: string;
}

/** A deleted replay as it is stored. */
export type DeletedReplay = Pick<
  typeof deletedReplays.$inferSelect,
  "sessionId" | "visitorDigest" | "lateArrivals"
>;

/** How long a deletion is remembered. An offline browser may send data much later, but hardly after a year. */
const REMEMBERED: Milliseconds = 365 * ONE_DAY;
const ROWS_AT_ONCE = 1000;

/** Remembers for a year that a replay was deleted. Call it before deleting the replay. */
export async function rememberDeletedReplay(
  db: Pick<RecordsDatabase, "insert">,
  { sessionId, visitorId }: ReplayKey,
  at: Timestamp,
): Promise<void> {
  const again = { deletedAt: new Date(at), settledAt: null };
  await db
    .insert(deletedReplays)
    .values({ sessionId, visitorDigest: hashVisitorId(visitorId), ...again })
    .onConflictDoUpdate({ target: [deletedReplays.sessionId, deletedReplays.visitorDigest], set: again });
}

/**
 * Remembers for a year that these replays were deleted, by a deletion that handles data in transit itself. Call it before deleting them.
 */
export async function rememberSettledReplays(
  db: Pick<RecordsDatabase, "insert">,
  replays: readonly ReplayKey[],
  at: Timestamp,
): Promise<void> {
  const deletedAt = new Date(at);
  for (let start = 0; start < replays.length; start += ROWS_AT_ONCE) {
    const rows = replays.slice(start, start + ROWS_AT_ONCE).map(({ sessionId, visitorId }) => {
      return { sessionId, visitorDigest: hashVisitorId(visitorId), deletedAt, settledAt: deletedAt };
    });
    await db
      .insert(deletedReplays)
      .values(rows)
      .onConflictDoUpdate({
        target: [deletedReplays.sessionId, deletedReplays.visitorDigest],
        set: { deletedAt },
      });
  }
}

/** The deleted ones among these replays. */
export async function findDeletedReplays(
  db: Pick<RecordsDatabase, "select">,
  replays: readonly ReplayKey[],
): Promise<ReplayKey[]> {
  if (replays.length === 0) return [];
  const sessionIds = [...new Set(replays.map(({ sessionId }) => sessionId))];
  const rows = await db.select().from(deletedReplays).where(inArray(deletedReplays.sessionId, sessionIds));
  const names = new Set(rows.map(nameOf));
  return replays.filter(({ sessionId, visitorId }) =>
    names.has(nameOf({ sessionId, visitorDigest: hashVisitorId(visitorId) })),
  );
}

/** Records that data of these deleted replays arrived and may have been stored, so that it is checked again. */
export async function noteLateReplays(
  db: Pick<RecordsDatabase, "update">,
  replays: readonly ReplayKey[],
): Promise<void> {
  for (const { sessionId, visitorId } of replays)
    await db
      .update(deletedReplays)
      .set({ settledAt: null, lateArrivals: sql`${deletedReplays.lateArrivals} + 1` })
      .where(isReplay({ sessionId, visitorDigest: hashVisitorId(visitorId) }));
}

/** The replays that were deleted before `before` and are not settled yet. */
export function readUnsettledReplays(
  db: Pick<RecordsDatabase, "select">,
  before: Timestamp,
): Promise<DeletedReplay[]> {
  const { sessionId, visitorDigest, lateArrivals, settledAt, deletedAt } = deletedReplays;
  return db
    .select({ sessionId, visitorDigest, lateArrivals })
    .from(deletedReplays)
    .where(and(isNull(settledAt), lt(deletedAt, new Date(before))));
}

/** Marks a deleted replay as settled: none of its data is stored. Does nothing if data arrived since it was read. */
export async function settleDeletedReplay(
  db: Pick<RecordsDatabase, "update">,
  replay: DeletedReplay,
  at: Timestamp,
): Promise<void> {
  await db
    .update(deletedReplays)
    .set({ settledAt: new Date(at) })
    .where(and(isReplay(replay), eq(deletedReplays.lateArrivals, replay.lateArrivals)));
}

/** Forgets replays that were deleted more than a year ago. */
export async function forgetDeletedReplays(
  db: Pick<RecordsDatabase, "delete">,
  now: Timestamp,
): Promise<void> {
  await db.delete(deletedReplays).where(lt(deletedReplays.deletedAt, new Date(now - REMEMBERED)));
}

function isReplay({ sessionId, visitorDigest }: Pick<DeletedReplay, "sessionId" | "visitorDigest">) {
  return and(eq(deletedReplays.sessionId, sessionId), eq(deletedReplays.visitorDigest, visitorDigest));
}

/** The stored form of a visitor ID, which can be compared but not read. */
function hashVisitorId(visitorId: string): string {
  return createHash("sha256").update(visitorId).digest("hex");
}

function nameOf({ sessionId, visitorDigest }: Pick<DeletedReplay, "sessionId" | "visitorDigest">): string {
  return `${sessionId} ${visitorDigest}`;
}
