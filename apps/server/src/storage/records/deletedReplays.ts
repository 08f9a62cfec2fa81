import { createHash } from "node:crypto";
import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import { and, eq, inArray, isNull, lt } from "drizzle-orm";

import type { RecordsDatabase } from "./records.ts";
import { deletedReplays } from "./schema.ts";

/** Identifies a recorded session. The session ID alone is not enough: two visitors may start a session in the same millisecond. */
export interface ReplayKey {
  /** Milliseconds since the epoch. */
  sessionId: number;
  visitorId: string;
}

/** A deleted replay as it is stored. The visitor ID is hashed: it can be compared, not read. */
export interface DeletedReplay {
  sessionId: number;
  visitorDigest: string;
}

/** How long a deletion is remembered. An offline browser may send data much later, but hardly after a year. */
const REMEMBERED: Milliseconds = 365 * ONE_DAY;

/** Remembers for a year that a replay is deleted. Call it before deleting the replay. */
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

/** The replays that were deleted before `before` and are not settled yet. */
export function readUnsettledReplays(
  db: Pick<RecordsDatabase, "select">,
  before: Timestamp,
): Promise<DeletedReplay[]> {
  const { sessionId, visitorDigest, settledAt, deletedAt } = deletedReplays;
  return db
    .select({ sessionId, visitorDigest })
    .from(deletedReplays)
    .where(and(isNull(settledAt), lt(deletedAt, new Date(before))));
}

/** Marks a deleted replay as settled: none of its data can arrive in the event store anymore. */
export async function settleDeletedReplay(
  db: Pick<RecordsDatabase, "update">,
  { sessionId, visitorDigest }: DeletedReplay,
  at: Timestamp,
): Promise<void> {
  const isIt = and(eq(deletedReplays.sessionId, sessionId), eq(deletedReplays.visitorDigest, visitorDigest));
  await db
    .update(deletedReplays)
    .set({ settledAt: new Date(at) })
    .where(isIt);
}

/** Forgets replays that were deleted more than a year ago. */
export async function forgetDeletedReplays(
  db: Pick<RecordsDatabase, "delete">,
  now: Timestamp,
): Promise<void> {
  await db.delete(deletedReplays).where(lt(deletedReplays.deletedAt, new Date(now - REMEMBERED)));
}

function hashVisitorId(visitorId: string): string {
  return createHash("sha256").update(visitorId).digest("hex");
}

function nameOf({ sessionId, visitorDigest }: DeletedReplay): string {
  return `${sessionId} ${visitorDigest}`;
}
