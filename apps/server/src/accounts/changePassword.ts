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
  /** Id of the session that goes on; all others end. */
  keep: string | null;
  /** Who changes it: an e-mail address, or how else it came about. */
  actor: string;
  at: Timestamp;
}

/**
 * Gives an account another password and ends its other sessions. The caller has checked that it may.
 * @throws {ApiError} bad_request for an unusable password.
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
