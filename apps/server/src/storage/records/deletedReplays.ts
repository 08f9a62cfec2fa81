import { createHash } from "node:crypto";
import { type Milliseconds, ONE_DAY, type Timestamp } from "@marquee/contract";
import { and, eq, inArray, isNull, lt } from "drizzle-orm";

import type { RecordsDatabase } from "./records.ts";
import { deletedReplays } from "./schema.ts";

/** A recorded session: two visitors may have begun one in the same millisecond. */
export interface ReplayKey {
  /** Milliseconds since the epoch. */
  sessionId: number;
  visitorId: string;
}

/** A deleted replay as it is remembered: whose it was can be compared, not read. */
export interface DeletedReplay {
  sessionId: number;
  visitorDigest: string;
}

/** An offline browser may send its data much later, but hardly after this. */
const REMEMBERED: Milliseconds = 365 * ONE_DAY;

/** Remembers that a replay is deleted, for a year; to be called before it is. */
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

/** @returns a function that tells which of these sessions' replays were deleted. */
export async function readDeletedReplays(
  db: Pick<RecordsDatabase, "select">,
  sessionIds: readonly number[],
): Promise<(replay: ReplayKey) => boolean> {
  if (sessionIds.length === 0) return () => false;
  const rows = await db
    .select()
    .from(deletedReplays)
    .where(inArray(deletedReplays.sessionId, [...sessionIds]));
  const names = new Set(rows.map(nameOf));
  if (names.size === 0) return () => false;
  return ({ sessionId, visitorId }) =>
    names.has(nameOf({ sessionId, visitorDigest: hashVisitorId(visitorId) }));
}

/** Those that were deleted before a moment, and are not settled. */
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

/** Forgets those whose year is over. */
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
