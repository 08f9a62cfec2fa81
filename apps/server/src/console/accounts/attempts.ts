import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ConsoleError } from "../errors.ts";

/** What an attempt counts under, such as an e-mail address and a network, and how many may fall within the window. */
export interface AttemptLimit {
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
   * @throws {ConsoleError} too_many_requests, with when to come back.
   */
  take(limits: readonly AttemptLimit[]): Attempt;
}

const WINDOW = 15 * ONE_MINUTE;
const MOST_KEYS = 20_000;

export function createAttempts(now: () => Timestamp): Attempts {
  const counters = new QuickLRU<string, readonly Timestamp[]>({ maxSize: MOST_KEYS });
  const recent = (key: string) => (counters.get(key) ?? []).filter((at) => now() - at < WINDOW);
  const giveBack = (key: string, at: Timestamp) => {
    const times = counters.get(key) ?? [];
    const index = times.indexOf(at);
    if (index >= 0) counters.set(key, times.toSpliced(index, 1));
  };
  return {
    take(limits) {
      const at = now();
      for (const { key, most } of limits) refuseBeyond(most, recent(key), at);
      for (const { key } of limits) counters.set(key, [...recent(key), at]);
      return {
        succeed() {
          for (const { key, clearsOnSuccess } of limits) {
            if (clearsOnSuccess) counters.delete(key);
            else giveBack(key, at);
          }
        },
        cancel() {
          for (const { key } of limits) giveBack(key, at);
        },
      };
    },
  };
}

function refuseBeyond(most: number, earlier: readonly Timestamp[], now: Timestamp): void {
  const oldest = earlier[earlier.length - most];
  if (oldest === undefined) return;
  const seconds = Math.ceil((oldest + WINDOW - now) / ONE_SECOND);
  const minutes = Math.ceil(seconds / 60);
  const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
  throw new ConsoleError("too_many_requests", `Too many attempts. Try again in ${span}.`, seconds);
}
