import type { Timestamp } from "@marquee/contract";
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  type VerifiedAuthenticationResponse,
  verifyAuthenticationResponse,
} from "@simplewebauthn/server";
import { and, eq } from "drizzle-orm";
import { ApiError } from "../../errors/apiError.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { accounts, passkeys } from "../../storage/records/schema.ts";
import type { ProvenAccount } from "../accounts.ts";
import type { RelyingParty } from "./relyingParty.ts";

/**
 * What the browser needs to ask for a passkey.
 * @param accountId whose; null for a sign-in with a passkey alone, where the person chooses and must be verified (by fingerprint or PIN).
 */
export async function authenticationOptions(
  db: RecordsDatabase,
  party: RelyingParty,
  accountId: string | null,
) {
  if (accountId === null) {
    return generateAuthenticationOptions({ rpID: party.id, userVerification: "required" });
  }
  const known = await db.select().from(passkeys).where(eq(passkeys.accountId, accountId));
  return generateAuthenticationOptions({
    rpID: party.id,
    userVerification: "preferred",
    allowCredentials: known.map(({ id, transports }) => ({ id, transports })),
  });
}

interface Proof {
  response: unknown;
  /** Challenge that the browser was asked to sign. */
  challenge: string;
  /** Whose passkey it must be; null for anybody's, and the person must be verified then. */
  accountId: string | null;
  at: Timestamp;
}

/** @returns whom a passkey signs in. @throws {ApiError} unauthorized, for whatever reason. */
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
  // Without a name to check against, the authenticator's own word on whose passkey it is must agree (WebAuthn, section 7.2, step 6).
  if (proof.accountId === null && response.response.userHandle !== userHandle(row.accounts.id))
    throw refused();
  const { verified, authenticationInfo } = await verify(party, proof, passkey);
  if (!verified) throw refused();
  // Of two requests with one answer at once, one wins.
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
  try {
    return await verifyAuthenticationResponse({
      // Whatever a stranger sends: the library checks each part before it uses it.
      response: response as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: accountId === null,
      // A counter that does not grow means that the passkey was copied: the library refuses it.
      credential: {
        id: passkey.id,
        publicKey: new Uint8Array(passkey.publicKey),
        counter: passkey.counter,
        transports: passkey.transports,
      },
    });
  } catch {
    // Its message is for developers, and would tell an attacker what to change.
    throw refused();
  }
}

/** As it was given to the authenticator. */
function userHandle(accountId: string): string {
  return Buffer.from(accountId).toString("base64url");
}

function refused(): ApiError {
  return new ApiError("unauthorized", "This passkey was not accepted. Try again, or sign in another way.");
}
