import { networkOf } from "../http/rateLimit.ts";
import type { AttemptLimit } from "./attempts.ts";

/**
 * Guesses from one network at one account, from a known device, or at the password of a signed-in account.
 */
const MAX_GUESSES = 10;
/** Wrong passwords of everybody in one network, such as an office. */
const MAX_OF_NETWORK = 100;
/** Wrong passwords for one account from everywhere; against guessing from many networks. */
const MAX_OF_EMAIL = 200;
/** Wrong codes and passkeys of the second step for one account from everywhere. */
const MAX_OF_SECOND_STEP = 50;
/** Sign-ins with a passkey alone that one network begins; each stores a row. */
const MAX_PASSKEY_STARTS = 60;
/** Links that one network opens; their tokens cannot be guessed, but each look-up is work. */
const MAX_LINKS = 50;

interface SignInSource {
  /** In its one spelling. */
  email: string;
  address: string;
  /** Digest that names a browser on which this account has signed in before; null for others. */
  device: string | null;
}

interface SecondStepSource extends Pick<SignInSource, "address" | "device"> {
  accountId: string;
}

/** Known devices are counted separately, so that nobody can lock out an account's owner. */
export function signInLimits({ email, address, device }: SignInSource): AttemptLimit[] {
  if (device) return [own("device", `${device} ${email}`)];
  const network = networkOf(address);
  return [
    own("sign-in", `${network} ${email}`),
    shared("network", network, MAX_OF_NETWORK),
    shared("email", email, MAX_OF_EMAIL),
  ];
}

/** For codes and passkeys after the password. Whoever knows the password cannot lock the owner out of a known device either. */
export function secondStepLimits({ accountId, address, device }: SecondStepSource): AttemptLimit[] {
  if (device) return [own("second step device", `${device} ${accountId}`)];
  return [
    own("second step network", `${networkOf(address)} ${accountId}`),
    shared("second step", accountId, MAX_OF_SECOND_STEP),
  ];
}

/** For beginning to sign in with a passkey alone. */
export function passkeyStartLimits(address: string): AttemptLimit[] {
  return [shared("passkey start", networkOf(address), MAX_PASSKEY_STARTS)];
}

/** For setup and invitation links. */
export function linkLimits(address: string): AttemptLimit[] {
  return [shared("link", networkOf(address), MAX_LINKS)];
}

/** For asking somebody who is signed in for their password again. */
export function confirmationLimits(accountId: string): AttemptLimit[] {
  return [own("confirm", accountId)];
}

function own(kind: string, key: string): AttemptLimit {
  return { kind, key, most: MAX_GUESSES, clearsOnSuccess: true };
}

function shared(kind: string, key: string, most: number): AttemptLimit {
  return { kind, key, most, clearsOnSuccess: false };
}
