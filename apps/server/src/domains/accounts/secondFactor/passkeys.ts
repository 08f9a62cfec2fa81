import type { Timestamp } from "@marquee/contract";
import type { Passkey } from "@marquee/contract/schema";
import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import { and, asc, eq } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { finishEnrollment, revokeSessions } from "../accountSessions.ts";
import type { Account } from "../accounts.ts";
import { passkeys } from "../tables.ts";
import { finishRemoval, lockAccount, type Transaction } from "./factors.ts";
import { ensureRecoveryCodes } from "./recoveryCodes.ts";
import { loadWebAuthn, type RelyingParty } from "./relyingParty.ts";

const MAX_OF_ACCOUNT = 20;
/** Bytes (WebAuthn, section 7.1, step 25). */
const CREDENTIAL_ID_MAX_LENGTH = 1023;
/** The `AuthenticatorTransport` values (WebAuthn, section 5.8.4). */
const TRANSPORTS = new Set(["ble", "hybrid", "internal", "nfc", "smart-card", "usb"]);

interface FactorContext {
  account: Account;
  at: Timestamp;
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(db: RecordsDatabase, accountId: string): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return rows.map(({ id, name, createdAt, lastUsedAt }) => ({
    id,
    name,
    createdAt: createdAt.getTime(),
    lastUsedAt: lastUsedAt?.getTime() ?? null,
  }));
}

/**
 * The options for `navigator.credentials.create()`.
 * @throws {ApiError} conflict if the account already has the maximum number of passkeys.
 */
export async function registrationOptions(db: RecordsDatabase, party: RelyingParty, account: Account) {
  const existingPasskeys = await db.select().from(passkeys).where(eq(passkeys.accountId, account.id));
  if (existingPasskeys.length >= MAX_OF_ACCOUNT) throw tooMany();
  const { generateRegistrationOptions } = await loadWebAuthn();
  return generateRegistrationOptions({
    rpID: party.id,
    rpName: party.name,
    userID: new TextEncoder().encode(account.id),
    userName: account.email,
    userDisplayName: account.email,
    excludeCredentials: existingPasskeys.map(({ id, transports }) => ({ id, transports })),
    // `preferred`, because security keys that support neither still work as a second factor.
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
}

interface Registration extends FactorContext {
  name: string;
  /** ID of the session to keep if this is the account's first factor; its other sessions end. */
  keep: string | null;
  response: unknown;
  /** The challenge that the browser had to sign, as base64url. */
  challenge: string;
}

/**
 * Verifies and stores the passkey that the browser created.
 * @returns new recovery codes, or null if the account already has some.
 * @throws {ApiError} bad_request if verification fails; conflict if the passkey is already registered or the account has too many.
 */
export async function addPasskey(
  db: RecordsDatabase,
  party: RelyingParty,
  { account, at, name, response, challenge, keep }: Registration,
): Promise<string[] | null> {
  const { id, publicKey, counter, transports } = await verifyRegistration(party, response, challenge);
  return db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    await finishEnrollment(tx, account.id, { keep });
    const values = {
      id,
      accountId: account.id,
      publicKey,
      counter,
      transports: knownTransports(transports),
      name: name.trim(),
    };
    const added = await tx
      .insert(passkeys)
      .values({ ...values, createdAt: new Date(at) })
      .onConflictDoNothing()
      .returning();
    if (added.length === 0) throw new ApiError("conflict", "This passkey is already registered.");
    // Checked again, because several registrations may have started concurrently.
    if ((await tx.$count(passkeys, eq(passkeys.accountId, account.id))) > MAX_OF_ACCOUNT) throw tooMany();
    const codes = await ensureRecoveryCodes(tx, account.id);
    await record(tx, { account, at }, "passkey added", { before: null, after: { name: values.name } });
    return codes;
  });
}

/** @throws {ApiError} not_found if the account has no passkey with this ID. */
export async function renamePasskey(
  db: RecordsDatabase,
  { id, name }: { id: string; name: string },
  { account, at }: FactorContext,
): Promise<void> {
  await db.transaction(async (tx) => {
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.accountId, account.id));
    const [passkey] = await tx.select().from(passkeys).where(isOwn).for("update");
    if (!passkey) throw notFound();
    await tx.update(passkeys).set({ name: name.trim() }).where(isOwn);
    const change = { before: { name: passkey.name }, after: { name: name.trim() } };
    await record(tx, { account, at }, "passkey renamed", change);
  });
}

interface Removal extends FactorContext {
  isRequired: boolean;
  /** ID of the session to keep; the account's others end. */
  keep: string | null;
}

/**
 * Removes a passkey and ends the account's other sessions.
 * @throws {ApiError} not_found if the account has no passkey with this ID; conflict if it is the last factor and one is required.
 */
export async function removePasskey(
  db: RecordsDatabase,
  id: string,
  { account, at, isRequired, keep }: Removal,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockAccount(tx, account.id);
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.accountId, account.id));
    const [passkey] = await tx.delete(passkeys).where(isOwn).returning();
    if (!passkey) throw notFound();
    await finishRemoval(tx, account.id, { isRequired });
    await revokeSessions(tx, account.id, { keep });
    await record(tx, { account, at }, "passkey removed", { before: { name: passkey.name }, after: null });
  });
}

async function verifyRegistration({ origin, id }: RelyingParty, response: unknown, challenge: string) {
  const { verifyRegistrationResponse } = await loadWebAuthn();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // Untrusted input: the library validates each field before using it.
      response: response as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
    });
    const fits = (id: string) => Buffer.from(id, "base64url").length <= CREDENTIAL_ID_MAX_LENGTH;
    if (verified && fits(registrationInfo.credential.id)) return registrationInfo.credential;
  } catch {
    // The library's message is for developers; people can only try again.
  }
  throw new ApiError("bad_request", "The passkey could not be verified. Try again.");
}

/** The valid transports, a hint for later ceremonies. The client's list is not signed, so it may contain anything. */
function knownTransports(transports: unknown): string[] {
  return Array.isArray(transports) ? [...new Set(transports)].filter((name) => TRANSPORTS.has(name)) : [];
}

function record(
  tx: Transaction,
  { account, at }: FactorContext,
  action: string,
  change: { before: unknown; after: unknown },
): Promise<void> {
  return recordChange(tx, {
    at,
    actor: account.email,
    entity: "account",
    key: account.email,
    action,
    ...change,
  });
}

function tooMany(): ApiError {
  return new ApiError("conflict", `An account can have up to ${MAX_OF_ACCOUNT} passkeys. Remove one first.`);
}

function notFound(): ApiError {
  return new ApiError("not_found", "This passkey no longer exists. Reload the page.");
}
