import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ApiError } from "../../platform/errors/apiError.ts";
import { networkOf } from "../../platform/http/rateLimit.ts";
import { type FailedSignIn, failedSignIns } from "../../platform/observed.ts";

/** Limits below are per {@link WINDOW}. This one: guesses at one account from one network or known device, and password confirmations. */
const MAX_GUESSES = 10;

/** Wrong passwords from one network, such as an office, for all accounts together. */
const MAX_OF_NETWORK = 100;

/** Wrong passwords for one account from all networks; stops distributed guessing. */
const MAX_OF_EMAIL = 200;

/** Wrong second-step codes and passkeys for one account from all networks. */
const MAX_OF_SECOND_STEP = 50;

/** Passkey-only sign-ins started from one network; each stores a database row. */
const MAX_PASSKEY_STARTS = 60;

/** Password reset links requested from one network. */
const MAX_RESETS = 20;

/** Setup, invitation and password reset links opened from one network. Their tokens cannot be guessed, but each lookup costs a query. */
const MAX_LINKS = 50;

interface SignInSource {
  /** Normalized. */
  email: string;
  address: string;
  /** ID of the known device (a browser on which this account signed in before); null for other browsers. */
  device: string | null;
}

interface SecondStepSource extends Pick<SignInSource, "address" | "device"> {
  accountId: string;
}

/** One counter that an attempt increments, such as email address and network, and its maximum per window. */
export interface AttemptLimit {
  /** Each kind has its own memory, so that a flood of one kind (links from many networks) cannot evict password or code counters. */
  kind: string;
  key: string;
  most: number;
  /** Whether a successful attempt clears the counter. False for shared counters: an attacker could reset them with their own account. */
  clearsOnSuccess: boolean;
}

/** A counted attempt. Call at most one of its methods, once; a failed attempt stays counted. */
export interface Attempt {
  /** The secret was correct: clears the account's own counters and refunds this attempt to shared ones. */
  succeed(): void;
  /** The secret was not checked: refunds the attempt to every counter. */
  cancel(): void;
}

/** Limits guesses at passwords, codes, passkeys and links. In memory, with a bounded number of counters. */
export interface Attempts {
  /**
   * Counts an attempt before its outcome is known, so that concurrent attempts cannot exceed the limit.
   * @throws {ApiError} too_many_requests, with `retryAfter` in seconds. Then nothing is counted.
   */
  take(limits: readonly AttemptLimit[]): Attempt;
}

const WINDOW = 15 * ONE_MINUTE;
/** Maximum number of counters per kind; the least recently used ones are dropped. */
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

/**
 * Runs a check of a secret as one attempt. Only what the check itself rejects counts: if a store is down, nothing was guessed.
 * @param check throws an {@link ApiError} on rejection.
 * @throws {ApiError} too_many_requests, and any error from `check`.
 */
export async function countAttempt<T>(
  attempts: Attempts,
  limits: readonly AttemptLimit[],
  check: () => Promise<T>,
): Promise<T> {
  const attempt = attempts.take(limits);
  try {
    const checked = await check();
    attempt.succeed();
    return checked;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === "unavailable") attempt.cancel();
    else failedSignIns.tell({ step: stepOf(limits) });
    throw error;
  }
}

function stepOf([limit]: readonly AttemptLimit[]): FailedSignIn["step"] {
  const kind = limit?.kind ?? "";
  if (kind.startsWith("second step")) return "second_factor";
  if (kind === "confirm") return "confirmation";
  return kind === "link" ? "link" : "password";
}

function enforceLimit(most: number, earlier: readonly Timestamp[], now: Timestamp): void {
  const oldest = earlier[earlier.length - most];
  if (oldest === undefined) return;
  const seconds = Math.ceil((oldest + WINDOW - now) / ONE_SECOND);
  const minutes = Math.ceil(seconds / 60);
  const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
  throw new ApiError("too_many_requests", `Too many attempts. Try again in ${span}.`, seconds);
}

/** Limits for passwords. A known device has its own counter, so that guesses from elsewhere cannot lock it out. */
export function signInLimits({ email, address, device }: SignInSource): AttemptLimit[] {
  if (device) return [guessLimit("device", `${device} ${email}`)];
  const network = networkOf(address);
  return [
    guessLimit("sign-in", `${network} ${email}`),
    shared("network", network, MAX_OF_NETWORK),
    shared("email", email, MAX_OF_EMAIL),
  ];
}

/** Limits for second-step codes and passkeys. Known devices have their own counter: a stolen password cannot lock them out either. */
export function secondStepLimits({ accountId, address, device }: SecondStepSource): AttemptLimit[] {
  if (device) return [guessLimit("second step device", `${device} ${accountId}`)];
  return [
    guessLimit("second step network", `${networkOf(address)} ${accountId}`),
    shared("second step", accountId, MAX_OF_SECOND_STEP),
  ];
}

/** Limits for starting a passkey-only sign-in. */
export function passkeyStartLimits(address: string): AttemptLimit[] {
  return [shared("passkey start", networkOf(address), MAX_PASSKEY_STARTS)];
}

/** Limits for requesting password reset links. */
export function resetLimits(address: string): AttemptLimit[] {
  return [shared("reset", networkOf(address), MAX_RESETS)];
}

/** Limits for setup, invitation and password reset links. */
export function linkLimits(address: string): AttemptLimit[] {
  return [shared("link", networkOf(address), MAX_LINKS)];
}

/** Limits for confirming the password, or a first TOTP code, of a signed-in account. */
export function confirmationLimits(accountId: string): AttemptLimit[] {
  return [guessLimit("confirm", accountId)];
}

function guessLimit(kind: string, key: string): AttemptLimit {
  return { kind, key, most: MAX_GUESSES, clearsOnSuccess: true };
}

function shared(kind: string, key: string, most: number): AttemptLimit {
  return { kind, key, most, clearsOnSuccess: false };
}
