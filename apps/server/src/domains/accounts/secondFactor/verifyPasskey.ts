import type { Timestamp } from "@marquee/contract";
import type { AuthenticationResponseJSON, VerifiedAuthenticationResponse } from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { ProvenAccount } from "../accounts.ts";
import { accounts, passkeys } from "../tables.ts";
import { loadWebAuthn, type RelyingParty } from "./relyingParty.ts";

/**
 * The options for `navigator.credentials.get()`.
 * @param accountId account whose passkeys are allowed; null for a passkey-only sign-in, where the person chooses one and the
 * authenticator must verify them (by fingerprint or PIN).
 */
export async function authenticationOptions(
  db: RecordsDatabase,
  party: RelyingParty,
  accountId: string | null,
) {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  if (accountId === null) {
    return generateAuthenticationOptions({ rpID: party.id, userVerification: "required" });
  }
  const accountPasskeys = await db.select().from(passkeys).where(eq(passkeys.accountId, accountId));
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: "preferred",
    allowCredentials: accountPasskeys.map(({ id, transports }) => ({ id, transports })),
  });
}

interface Proof {
  response: unknown;
  /** The challenge that the browser had to sign, base64url. */
  challenge: string;
  /** Account that the passkey must belong to; null accepts any account but requires user verification. */
  accountId: string | null;
  at: Timestamp;
}

/**
 * The account that a passkey response signs in. Updates the passkey's counter and last use.
 * @throws {ApiError} unauthorized, with the same message for every reason.
 */
export async function verifyPasskey(
  db: RecordsDatabase,
  party: RelyingParty,
  proof: Proof,
): Promise<ProvenAccount> {
  const response = proof.response as AuthenticationResponseJSON;
  const [row] = await db
    .select()
    .from(passkeys)
    .innerJoin(accounts, eq(passkeys.accountId, accounts.id))
    .where(eq(passkeys.id, String(response.id)));
  if (!row || (proof.accountId !== null && row.accounts.id !== proof.accountId)) throw refused();
  const { passkeys: passkey, accounts: account } = row;
  // In a passkey-only sign-in the user was not identified before, so the user handle must match (WebAuthn, section 7.2, step 6).
  if (proof.accountId === null && response.response.userHandle !== userHandle(row.accounts.id))
    throw refused();
  const { verified, authenticationInfo } = await verify(party, proof, passkey);
  if (!verified) throw refused();
  // Compare and set: of two concurrent requests that increment the counter, only one succeeds. Most synced passkeys do not count and always send 0;
  // for them, only the single use of the challenge prevents a response from being used twice.
  const isUnused = and(eq(passkeys.id, passkey.id), eq(passkeys.counter, passkey.counter));
  const used = await db
    .update(passkeys)
    .set({ counter: authenticationInfo.newCounter, lastUsedAt: new Date(proof.at) })
    .where(isUnused)
    .returning();
  if (used.length === 0) throw refused();
  return { ...account, isFactorProven: true };
}

type StoredPasskey = typeof passkeys.$inferSelect;

async function verify(
  { origin, id }: RelyingParty,
  { response, challenge, accountId }: Proof,
  passkey: StoredPasskey,
): Promise<VerifiedAuthenticationResponse> {
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  try {
    return await verifyAuthenticationResponse({
      // Untrusted input: the library validates each field before using it.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: accountId === null,
      // The library rejects a counter that does not increase, which indicates a cloned passkey, unless both are 0 because the authenticator
      // does not count (WebAuthn, sections 6.1.1 and 7.2).
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
  } catch {
    // The library's message is for developers and would show an attacker what to change.
    throw refused();
  }
}

/** The user handle that registration gives to the authenticator, base64url. */
function userHandle(accountId: string): string {
  return Buffer.from(accountId).toString("base64url");
}

function refused(): ApiError {
  return new ApiError("unauthorized", "This passkey was not accepted. Try again, or sign in another way.");
}
