import type { Timestamp } from "@marquee/contract";
import type { SignedInSession } from "@marquee/contract/schema";
import { and, desc, eq, ne } from "drizzle-orm";
import { ApiError } from "../errors/apiError.ts";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { sessions, signInChallenges } from "../storage/records/schema.ts";
import type { Account } from "./accounts.ts";
import { forgetDevices } from "./devices.ts";
import { hasSecondFactor, type Transaction } from "./secondFactor/factors.ts";
import { isAlive } from "./sessions.ts";

type Session = typeof sessions.$inferSelect;

/** The browsers that an account is signed in on: the one that asks, whose session is `current`, then by when they were last used. */
export async function listSessions(
  db: RecordsDatabase,
  accountId: string,
  { current, now }: { current: string | null; now: Timestamp },
): Promise<SignedInSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(eq(sessions.accountId, accountId))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
  return rows
    .filter((row) => isAlive(row, now))
    .map(({ id, browser, os, country, createdAt, lastSeenAt }) => ({
      id,
      browser,
      os,
      country,
      createdAt: createdAt.getTime(),
      lastSeenAt: lastSeenAt.getTime(),
      isCurrent: id === current,
    }))
    .sort((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
}

/** Signs one of an account's browsers out. @throws {ApiError} not_found when it is signed out already, or is somebody else's. */
export async function revokeSession(
  db: RecordsDatabase,
  id: string,
  { by, at }: { by: Account; at: Timestamp },
): Promise<void> {
  await db.transaction(async (tx) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.accountId, by.id));
    const [session] = await tx.delete(sessions).where(isOwn).returning();
    if (!session) {
      throw new ApiError("not_found", "This session has already ended. Reload the page.");
    }
    const change = { entity: "account", key: by.email, action: "signed out" } as const;
    await recordChange(tx, { at, actor: by.email, ...change, before: describe(session), after: null });
  });
}

/** Signs an account out on every browser, and forgets which browsers it used. */
export async function revokeAllSessions(
  db: RecordsDatabase,
  { by, at }: { by: Account; at: Timestamp },
): Promise<void> {
  await db.transaction(async (tx) => {
    await revokeSessions(tx, by.id, { keep: null });
    const change = { entity: "account", key: by.email, action: "signed out everywhere" } as const;
    await recordChange(tx, { at, actor: by.email, ...change, before: null, after: null });
  });
}

/**
 * Ends the sessions of an account in a transaction that records why, and forgets its known browsers.
 * @param keep id of the session that goes on ({@link Sessions.idOf}), or null for none.
 * @returns how many ended.
 */
export async function revokeSessions(
  tx: Pick<RecordsDatabase, "delete">,
  accountId: string,
  { keep }: { keep: string | null },
): Promise<number> {
  const isOfAccount = eq(sessions.accountId, accountId);
  const ended = await tx
    .delete(sessions)
    .where(keep ? and(isOfAccount, ne(sessions.id, keep)) : isOfAccount)
    .returning();
  // A sign-in that began before must not become a session after.
  await tx.delete(signInChallenges).where(eq(signInChallenges.accountId, accountId));
  await forgetDevices(tx, accountId);
  return ended.length;
}

function describe({ browser, os }: Session): { browser: string; system: string } {
  return { browser: browser || "unknown", system: os || "unknown" };
}

/**
 * Call this before adding a factor, in the same transaction. The first factor ends the account's other
 * sessions, which have not passed it.
 * @param keep ID of the session to keep.
 */
export async function finishEnrollment(
  tx: Transaction,
  accountId: string,
  { keep }: { keep: string | null },
): Promise<void> {
  if (!(await hasSecondFactor(tx, accountId))) await revokeSessions(tx, accountId, { keep });
}
