import { isIPv6 } from "node:net";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";

/** How much one address, or one visitor, may send. They live in memory only, for as long as the window is. */
export interface RateLimit {
  /** Counts one. @param who an address or an id. @returns null, or the whole seconds after which it may be tried again. */
  take(who: string): number | null;
}

interface Window {
  began: Timestamp;
  count: number;
}

const WINDOW: Milliseconds = 10 * ONE_MINUTE;
const MOST_REMEMBERED = 10_000;

interface RateLimitOptions {
  now: () => Timestamp;
  /** Most that one of them may send within the ten minutes that begin with the first. */
  most: number;
}

export function createRateLimit({ now, most }: RateLimitOptions): RateLimit {
  const windows = new QuickLRU<string, Window>({ maxSize: MOST_REMEMBERED, maxAge: WINDOW });
  return {
    take(who) {
      const key = networkOf(who);
      const known = windows.get(key);
      const { began, count } = known && now() - known.began < WINDOW ? known : { began: now(), count: 0 };
      if (count >= most) return Math.ceil((began + WINDOW - now()) / ONE_SECOND);
      windows.set(key, { began, count: count + 1 });
      return null;
    },
  };
}

/** A household has a whole /64 of IPv6 (RFC 6177), so its first four groups stand for it. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Array<string>(8 - groups.length - rest.length).fill("0") : [];
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
