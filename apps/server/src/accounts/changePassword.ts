import type { Timestamp } from "@marquee/contract";
import { eq } from "drizzle-orm";
import { recordChange } from "../storage/records/changeLog.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { accounts } from "../storage/records/schema.ts";
import { revokeSessions } from "./accountSessions.ts";
import type { Account } from "./accounts.ts";
import { hashPassword } from "./passwords.ts";

interface ChangePasswordOptions {
  account: Pick<Account, "id" | "email">;
  password: string;
  /** ID of the session to keep; all others end. */
  keep: string | null;
  /** Recorded in the change history: the email address of who changes it, or another source. */
  actor: string;
  at: Timestamp;
}

/**
 * Sets a new password, ends the account's other sessions and records the change. The caller must authorize it.
 * @throws {ApiError} bad_request for a password that is too short, too long or easy to guess.
 */
export async function changePassword(db: RecordsDatabase, options: ChangePasswordOptions): Promise<void> {
  const { account, password, keep, actor, at } = options;
  const passwordHash = await hashPassword(password, account.email);
  await db.transaction(async (tx) => {
    await tx.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id));
    await revokeSessions(tx, account.id, { keep });
    const change = { entity: "account", key: account.email, action: "password changed" } as const;
    await recordChange(tx, { at, actor, ...change, before: null, after: null });
  });
}
