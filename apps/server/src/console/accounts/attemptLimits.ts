import { networkOf } from "../../http/rateLimit.ts";
import type { AttemptLimit } from "./attempts.ts";

/** Guesses of one network at one account, of a known device, or of whoever has a session at its password. */
const MOST_GUESSES = 10;
/** Wrong passwords of everybody in one network, such as an office. */
const MOST_OF_NETWORK = 100;
/** Wrong passwords for one account from everywhere; against guessing from many networks. */
const MOST_OF_EMAIL = 200;
/** Links that one network opens; their tokens cannot be guessed, but each look-up is work. */
const MOST_LINKS = 50;

interface SignInSource {
  /** In its one spelling. */
  email: string;
  address: string;
  /** Digest that names a browser on which this account has signed in before; null for others. */
  device: string | null;
}

/** A known device counts apart from everybody else, so that nobody can lock out an account's owner. */
export function signInLimits({ email, address, device }: SignInSource): AttemptLimit[] {
  if (device) return [own(`device ${device} ${email}`)];
  const network = networkOf(address);
  return [
    own(`sign-in ${network} ${email}`),
    shared(`network ${network}`, MOST_OF_NETWORK),
    shared(`email ${email}`, MOST_OF_EMAIL),
  ];
}

/** For setup and invitation links. */
export function linkLimits(address: string): AttemptLimit[] {
  return [shared(`link ${networkOf(address)}`, MOST_LINKS)];
}

/** For asking somebody who is signed in for their password again. */
export function confirmationLimits(accountId: string): AttemptLimit[] {
  return [own(`confirm ${accountId}`)];
}

function own(key: string): AttemptLimit {
  return { key, most: MOST_GUESSES, clearsOnSuccess: true };
}

function shared(key: string, most: number): AttemptLimit {
  return { key, most, clearsOnSuccess: false };
}
