import type { Timestamp } from "@marquee/contract";
import type { SignedInSession } from "@marquee/contract/schema";
import { and, desc, eq, ne } from "drizzle-orm";
import { ApiError } from "../../platform/errors/apiError.ts";
import { recordChange } from "../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { sessions, signInChallenges } from "../../platform/storage/records/schema.ts";
import type { Account } from "./accounts.ts";
import { forgetDevices } from "./devices.ts";
import { hasSecondFactor, type Transaction } from "./secondFactor/factors.ts";
import { isAlive } from "./sessions.ts";

type Session = typeof sessions.$inferSelect;

/**
 * An account's active sessions: the current one first, then the most recently used.
 * @param options.current ID of the session that makes the request ({@link Sessions.idOf}).
 */
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

/**
 * Ends one session of the account `by` and records the change.
 * @throws {ApiError} not_found if the session has ended or belongs to another account.
 */
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

/**
 * Ends every session of an account, forgets its known devices and records the change.
 * @param options.actor email address of who ends them.
 */
export async function revokeAllSessions(
  db: RecordsDatabase,
  { id, email }: Pick<Account, "id" | "email">,
  { actor, at }: { actor: string; at: Timestamp },
): Promise<void> {
  await db.transaction(async (tx) => {
    await revokeSessions(tx, id, { keep: null });
    const change = { entity: "account", key: email, action: "signed out everywhere" } as const;
    await recordChange(tx, { at, actor, ...change, before: null, after: null });
  });
}

/**
 * Ends an account's sessions, cancels its pending sign-ins and forgets its known devices.
 * @param tx transaction in which the caller records the reason.
 * @param options.keep ID of the session to keep ({@link Sessions.idOf}), or null to end all.
 * @returns the number of ended sessions.
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
  // A sign-in that is waiting for its second step must not become a session afterward.
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
 * @param options.keep ID of the session to keep.
 */
export async function finishEnrollment(
  tx: Transaction,
  accountId: string,
  { keep }: { keep: string | null },
): Promise<void> {
  if (!(await hasSecondFactor(tx, accountId))) await revokeSessions(tx, accountId, { keep });
}
