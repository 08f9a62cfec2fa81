import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ApiError } from "../errors/apiError.ts";
import { networkOf } from "../http/rateLimit.ts";

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

/** What an attempt counts under, such as an e-mail address and a network, and how many may fall within the window. */
export interface AttemptLimit {
  /** Kinds are remembered apart: strangers who open links from many networks must not push counters of passwords or codes out. */
  kind: string;
  key: string;
  most: number;
  /** Whether a right attempt clears the counter. Never for one that others share: an attacker could reset it with an account of their own. */
  clearsOnSuccess: boolean;
}

/** An attempt that was counted; its outcome is told once. */
export interface Attempt {
  /** The secret was right: what it counts under is cleared, or gets this one attempt back where it is shared. */
  succeed(): void;
  /** The secret was never checked: every counter gets the attempt back. */
  cancel(): void;
}

/** Limits guesses at passwords and links. Kept in bounded memory. */
export interface Attempts {
  /**
   * Counts an attempt before its outcome is known, so that many at once do not slip through together.
   * @throws {ApiError} too_many_requests, with when to come back.
   */
  take(limits: readonly AttemptLimit[]): Attempt;
}

const WINDOW = 15 * ONE_MINUTE;
/** Of each kind. */
const MAX_KEYS = 20_000;

export function createAttempts(now: () => Timestamp): Attempts {
  const kinds = new Map<string, QuickLRU<string, readonly Timestamp[]>>();
  const countersOf = ({ kind }: AttemptLimit) => {
    const counters = kinds.get(kind) ?? new QuickLRU({ maxSize: MAX_KEYS });
    kinds.set(kind, counters);
    return counters;
  };
  const recent = (limit: AttemptLimit) =>
    (countersOf(limit).get(limit.key) ?? []).filter((at) => now() - at < WINDOW);
  const giveBack = (limit: AttemptLimit, at: Timestamp) => {
    const times = countersOf(limit).get(limit.key) ?? [];
    const index = times.indexOf(at);
    if (index >= 0) countersOf(limit).set(limit.key, times.toSpliced(index, 1));
  };
  return {
    take(limits) {
      const at = now();
      for (const limit of limits) enforceLimit(limit.most, recent(limit), at);
      for (const limit of limits) countersOf(limit).set(limit.key, [...recent(limit), at]);
      return {
        succeed() {
          for (const limit of limits) {
            if (limit.clearsOnSuccess) countersOf(limit).delete(limit.key);
            else giveBack(limit, at);
          }
        },
        cancel() {
          for (const limit of limits) giveBack(limit, at);
        },
      };
    },
  };
}

function enforceLimit(most: number, earlier: readonly Timestamp[], now: Timestamp): void {
  const oldest = earlier[earlier.length - most];
  if (oldest === undefined) return;
  const seconds = Math.ceil((oldest + WINDOW - now) / ONE_SECOND);
  const minutes = Math.ceil(seconds / 60);
  const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
  throw new ApiError("too_many_requests", `Too many attempts. Try again in ${span}.`, seconds);
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
