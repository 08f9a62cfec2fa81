import type { Timestamp } from "@marquee/contract";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { revokeSessions } from "../accountSessions.ts";
import type { Account } from "../accounts.ts";
import { lockAccount, removeSecondFactors } from "./factors.ts";

interface ResetOptions {
  account: Pick<Account, "id" | "email">;
  /** Recorded in the change history: the email address of the person who resets it, or another source. */
  actor: string;
  at: Timestamp;
}

/** Removes all second factors of an account whose person lost theirs, ends its sessions and records the change. */
export async function resetSecondFactors(
  db: RecordsDatabase,
  { account, actor, at }: ResetOptions,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    await removeSecondFactors(tx, account.id);
    await revokeSessions(tx, account.id, { keep: null });
    const change = { entity: "account", key: account.email, action: "two-factor reset" } as const;
    await recordChange(tx, { at, actor, ...change, before: null, after: null });
  });
}
