import type { SecondStep } from "@marquee/contract/schema";
import { and, count, eq, isNotNull } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { accounts, passkeys, recoveryCodes, totpSecrets } from "../../../platform/storage/records/schema.ts";

export type Transaction = Pick<RecordsDatabase, "select" | "insert" | "update" | "delete">;

/** The second factors that an account has set up. An authenticator app counts only once it is confirmed. */
export async function readFactors(
  db: Pick<RecordsDatabase, "select">,
  accountId: string,
): Promise<SecondStep> {
  const confirmed = and(eq(totpSecrets.accountId, accountId), isNotNull(totpSecrets.confirmedAt));
  const [totp] = await db.select({ value: count() }).from(totpSecrets).where(confirmed);
  const [keys] = await db.select({ value: count() }).from(passkeys).where(eq(passkeys.accountId, accountId));
  const [codes] = await db
    .select({ value: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.accountId, accountId));
  const isSome = (row: { value: number } | undefined) => (row?.value ?? 0) > 0;
  return { hasTotp: isSome(totp), hasPasskey: isSome(keys), hasRecoveryCodes: isSome(codes) };
}

/** Whether two-factor authentication is on. Recovery codes alone do not count as a factor. */
export async function hasSecondFactor(
  db: Pick<RecordsDatabase, "select">,
  accountId: string,
): Promise<boolean> {
  const { hasTotp, hasPasskey } = await readFactors(db, accountId);
  return hasTotp || hasPasskey;
}

/** Deletes all second factors and recovery codes of an account. The caller records the reason in the same transaction. */
export async function removeSecondFactors(
  tx: Pick<RecordsDatabase, "delete">,
  accountId: string,
): Promise<void> {
  await tx.delete(totpSecrets).where(eq(totpSecrets.accountId, accountId));
  await tx.delete(passkeys).where(eq(passkeys.accountId, accountId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}

/** Locks an account's row to serialize changes to its factors; otherwise two concurrent removals could delete the last two factors. */
export async function lockAccount(tx: Transaction, accountId: string): Promise<void> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for("update");
}

/**
 * Call this after removing a factor, in the same transaction. Deletes the recovery codes if no factor is left.
 * @throws {ApiError} conflict if no factor is left and the server requires one.
 */
export async function finishRemoval(
  tx: Transaction,
  accountId: string,
  { isRequired }: { isRequired: boolean },
): Promise<void> {
  if (await hasSecondFactor(tx, accountId)) return;
  if (isRequired) {
    throw new ApiError(
      "conflict",
      "This server requires two-factor authentication. Add another method before you remove this one.",
    );
  }
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
}
