import { ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { ConsoleError } from "../errors.ts";

/** Counts failed attempts under a key (an address, an e-mail) and refuses further ones for a while. Kept in bounded memory. */
export interface Attempts {
  /** @throws {ConsoleError} too_many_requests, with when to come back. */
  check(keys: readonly string[]): void;
  fail(keys: readonly string[]): void;
  forgive(keys: readonly string[]): void;
}

const WINDOW = 15 * ONE_MINUTE;
const MOST_FAILURES = 10;
const MOST_KEYS = 10_000;

export function createAttempts(now: () => Timestamp): Attempts {
  const failures = new QuickLRU<string, Timestamp[]>({ maxSize: MOST_KEYS });
  const recent = (key: string) => (failures.get(key) ?? []).filter((at) => now() - at < WINDOW);
  return {
    check(keys) {
      for (const key of keys) {
        const [oldest, ...rest] = recent(key).slice(-MOST_FAILURES);
        if (oldest === undefined || rest.length + 1 < MOST_FAILURES) continue;
        const seconds = Math.ceil((oldest + WINDOW - now()) / ONE_SECOND);
        const minutes = Math.ceil(seconds / 60);
        throw new ConsoleError(
          "too_many_requests",
          `Too many wrong attempts. Try again in ${minutes} min.`,
          seconds,
        );
      }
    },
    fail(keys) {
      for (const key of keys) failures.set(key, [...recent(key), now()]);
    },
    forgive(keys) {
      for (const key of keys) failures.delete(key);
    },
  };
}
