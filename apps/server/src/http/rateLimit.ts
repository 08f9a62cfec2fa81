import { isIPv6 } from "node:net";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";

/** How much one address may send. Addresses live in memory only, for as long as the window is. */
export interface RateLimit {
  /** Counts one. @returns null, or the whole seconds after which it may be tried again. */
  take(address: string): number | null;
}

const WINDOW: Milliseconds = 10 * ONE_MINUTE;
const MOST_ADDRESSES = 10_000;

interface RateLimitOptions {
  now: () => Timestamp;
  /** Most that one address may send within ten minutes. */
  most: number;
}

export function createRateLimit({ now, most }: RateLimitOptions): RateLimit {
  const sent = new QuickLRU<string, readonly Timestamp[]>({ maxSize: MOST_ADDRESSES, maxAge: WINDOW });
  return {
    take(address) {
      const key = networkOf(address);
      const recent = (sent.get(key) ?? []).filter((at) => now() - at < WINDOW);
      const [oldest] = recent;
      if (oldest !== undefined && recent.length >= most)
        return Math.ceil((oldest + WINDOW - now()) / ONE_SECOND);
      sent.set(key, [...recent, now()]);
      return null;
    },
  };
}

/** A household has a whole /64 of IPv6 (RFC 6177), so its first four groups stand for it. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes(".")) return address;
  const [head = "", tail = ""] = address.split("::");
  const groups = head.split(":").filter(Boolean);
  const rest = tail.split(":").filter(Boolean);
  const zeros = address.includes("::") ? Array<string>(8 - groups.length - rest.length).fill("0") : [];
  return [...groups, ...zeros, ...rest].slice(0, 4).join(":");
}
