import type { Timestamp } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { recordChange } from "../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase, Transaction } from "../../platform/storage/records/records.ts";
import { revokeSessions } from "./accountSessions.ts";
import type { Account } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";
import { accounts, passwordResets } from "./tables.ts";

interface ChangePasswordOptions {
  account: Pick<Account, "id" | "email">;
  password: string;
  /** ID of the session to keep; all others end. */
  keep: string | null;
  /** Recorded in the change history: the email address of the person who changes it, or another source. */
  actor: string;
  at: Timestamp;
}

/**
 * Sets a new password, ends the account's other sessions and records the change. The caller must authorize it.
 * @throws {ApiError} bad_request for a password that is too short, too long or easy to guess.
 */
export async function changePassword(db: RecordsDatabase, options: ChangePasswordOptions): Promise<void> {
  const passwordHash = await hashPassword(options.password, options.account.email);
  await db.transaction((tx) => storePassword(tx, { ...options, passwordHash }));
}

/** {@link changePassword} with a hash from `hashPassword`, within a transaction. Open password reset links stop working. */
export async function storePassword(
  tx: Transaction,
  {
    account,
    passwordHash,
    keep,
    actor,
    at,
  }: Omit<ChangePasswordOptions, "password"> & { passwordHash: string },
): Promise<void> {
  await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id));
  await tx.delete(passwordResets).where(eq(passwordResets.accountId, account.id));
  await revokeSessions(tx, account.id, { keep });
  const change = { entity: "account", key: account.email, action: "password changed" } as const;
  await recordChange(tx, { at, actor, ...change, before: null, after: null });
}
