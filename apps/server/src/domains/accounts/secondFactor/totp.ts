import { ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { TotpEnrollment } from "@marquee/contract/schema";
import { and, eq, isNotNull, isNull, lt, or } from "drizzle-orm";
import { generateSecret, generateURI, verify } from "otplib";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { decryptSecret, encryptSecret } from "../../../platform/storage/encryptSecret.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { loadSigningKey } from "../../../platform/storage/records/signingKeys.ts";
import { finishEnrollment, revokeSessions } from "../accountSessions.ts";
import type { Account } from "../accounts.ts";
import { totpSecrets } from "../tables.ts";
import { finishRemoval, lockAccount, type Transaction } from "./factors.ts";
import { ensureRecoveryCodes } from "./recoveryCodes.ts";

/** Time step of a code. Codes of the previous and next step are accepted too, to allow for clock drift. */
const PERIOD_SECONDS = 30;
/**
 * The key is stored in the same database. It protects a copied table, an export or a log, but not a database stolen as a whole. A key outside the
 * database would lock people out of a restored backup.
 */
const KEY_NAME = "totp";

interface FactorContext {
  account: Account;
  at: Timestamp;
}

/**
 * Starts the setup of an authenticator app. It takes effect once {@link confirmTotp} accepts a first code.
 * @param issuer name under which the app lists the account.
 * @throws {ApiError} conflict if one is already set up.
 */
export async function startTotp(
  db: RecordsDatabase,
  issuer: string,
  { account, at }: FactorContext,
): Promise<TotpEnrollment> {
  const secret = generateSecret();
  const sealed = encryptSecret(secret, await loadSigningKey(db, KEY_NAME), account.id);
  const values = { secret: sealed, createdAt: new Date(at), confirmedAt: null, lastStep: null };
  const stored = await db
    .insert(totpSecrets)
    .values({ accountId: account.id, ...values })
    .onConflictDoUpdate({
      target: totpSecrets.accountId,
      set: values,
      setWhere: isNull(totpSecrets.confirmedAt),
    })
    .returning();
  if (stored.length === 0) {
    throw new ApiError("conflict", "An authenticator app is already set up. Remove it first.");
  }
  return { secret, uri: generateURI({ issuer, label: account.email, secret }) };
}

/**
 * Turns on an authenticator app with its first code. If it is the account's first factor, sessions other than `keep` end.
 * @returns new recovery codes, or null if the account already has some.
 * @throws {ApiError} conflict if no setup is in progress; bad_request for a wrong code.
 */
export async function confirmTotp(
  db: RecordsDatabase,
  code: string,
  { account, at, keep }: FactorContext & { keep: string | null },
): Promise<string[] | null> {
  const key = await loadSigningKey(db, KEY_NAME);
  return db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    const [row] = await tx.select().from(totpSecrets).where(eq(totpSecrets.accountId, account.id));
    if (!row || row.confirmedAt) {
      throw new ApiError("conflict", "Setup has expired. Start again.");
    }
    const step = await matchStep(decryptSecret(row.secret, key, account.id), code, at);
    if (step === null) throw new ApiError("bad_request", WRONG_CODE);
    await finishEnrollment(tx, account.id, { keep });
    await tx
      .update(totpSecrets)
      .set({ confirmedAt: new Date(at), lastStep: step })
      .where(eq(totpSecrets.accountId, account.id));
    const codes = await ensureRecoveryCodes(tx, account.id);
    const change = { entity: "account", key: account.email, action: "authenticator app added" } as const;
    await recordChange(tx, { at, actor: account.email, ...change, before: null, after: null });
    return codes;
  });
}

/** Error for a code that is wrong, expired or already used. */
export const WRONG_CODE = "This code is incorrect or already used. Try a new one.";

/** Whether the code is correct and not used before; marks it as used. */
export async function takeTotpCode(
  tx: Transaction,
  accountId: string,
  { code, at }: { code: string; at: Timestamp },
): Promise<boolean> {
  const isOn = and(eq(totpSecrets.accountId, accountId), isNotNull(totpSecrets.confirmedAt));
  const [row] = await tx.select().from(totpSecrets).where(isOn);
  if (!row) return false;
  const secret = decryptSecret(row.secret, await loadSigningKey(tx, KEY_NAME), accountId);
  const step = await matchStep(secret, code, at);
  if (step === null) return false;
  // Each code works once, and older codes no longer work. Of two concurrent requests with the same code, only one succeeds.
  const isLater = or(isNull(totpSecrets.lastStep), lt(totpSecrets.lastStep, step));
  const taken = await tx.update(totpSecrets).set({ lastStep: step }).where(and(isOn, isLater)).returning();
  return taken.length > 0;
}

/**
 * Removes the authenticator app and ends the account's sessions other than `keep`.
 * @throws {ApiError} not_found if there is none; conflict if it is the last factor and one is required.
 */
export async function removeTotp(
  db: RecordsDatabase,
  { account, at, isRequired, keep }: FactorContext & { isRequired: boolean; keep: string | null },
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    const isOn = and(eq(totpSecrets.accountId, account.id), isNotNull(totpSecrets.confirmedAt));
    const removed = await tx.delete(totpSecrets).where(isOn).returning();
    if (removed.length === 0) {
      throw new ApiError("not_found", "There is no authenticator app to remove. Reload the page.");
    }
    await finishRemoval(tx, account.id, { isRequired });
    await revokeSessions(tx, account.id, { keep });
    const change = { entity: "account", key: account.email, action: "authenticator app removed" } as const;
    await recordChange(tx, { at, actor: account.email, ...change, before: null, after: null });
  });
}

/** The time step (30 s periods since the epoch) that a code belongs to, or null if it is wrong. */
async function matchStep(secret: string, code: string, at: Timestamp): Promise<number | null> {
  const token = code.replace(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return null;
  const epoch = Math.floor(at / ONE_SECOND);
  const result = await verify({ secret, token, epoch, epochTolerance: PERIOD_SECONDS });
  return result.valid && "timeStep" in result ? result.timeStep : null;
}
