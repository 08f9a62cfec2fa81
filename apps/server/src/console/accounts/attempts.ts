import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ConsoleError } from "../errors.ts";

/** Counts attempts under a key (an address, an e-mail) and refuses further ones for a while. Kept in bounded memory. */
export interface Attempts {
  /**
   * Counts an attempt before its outcome is known, so that many at once do not slip through together.
   * @throws {ConsoleError} too_many_requests, with when to come back.
   */
  take(keys: readonly string[]): void;
  /** The attempt was right: what was counted under its keys is forgotten. */
  forgive(keys: readonly string[]): void;
}

const WINDOW = 15 * ONE_MINUTE;
const MOST_ATTEMPTS = 10;
const MOST_KEYS = 10_000;

export function createAttempts(now: () => Timestamp): Attempts {
  const attempts = new QuickLRU<string, readonly Timestamp[]>({ maxSize: MOST_KEYS });
  const recent = (key: string) => (attempts.get(key) ?? []).filter((at) => now() - at < WINDOW);
  return {
    take(keys) {
      for (const key of keys) refuseBeyondMost(recent(key), now());
      for (const key of keys) attempts.set(key, [...recent(key), now()]);
    },
    forgive(keys) {
      for (const key of keys) attempts.delete(key);
    },
  };
}

function refuseBeyondMost(earlier: readonly Timestamp[], now: Timestamp): void {
  const [oldest] = earlier;
  if (oldest === undefined || earlier.length < MOST_ATTEMPTS) return;
  const seconds = Math.ceil((oldest + WINDOW - now) / ONE_SECOND);
  const minutes = Math.ceil(seconds / 60);
  const span = minutes === 1 ? "a minute" : `${minutes} minutes`;
  throw new ConsoleError("too_many_requests", `Too many attempts. Try again in ${span}.`, seconds);
}
