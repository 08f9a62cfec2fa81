import { isIP, isIPv4 } from "node:net";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import ipaddr from "ipaddr.js";
import QuickLRU from "quick-lru";

/** Limits the requests of one address or visitor. Counts are kept in memory only, for the length of the window. */
export interface RateLimit {
  /** Counts one request. @param who an IP address or ID. @returns null if allowed, else the whole seconds until the client may retry. */
  take(who: string): number | null;
  /** Like {@link take}, but counts nothing. */
  check(who: string): number | null;
}

interface Window {
  began: Timestamp;
  count: number;
}

const WINDOW: Milliseconds = 10 * ONE_MINUTE;
const MAX_REMEMBERED = 10_000;
const IPV6_PART_BITS = 16;

interface RateLimitOptions {
  now: () => Timestamp;
  /** Maximum number of requests from one client in the window that starts with its first. */
  most: number;
  /** Length of the window; ten minutes by default. */
  window?: Milliseconds;
}

export function createRateLimit({ now, most, window = WINDOW }: RateLimitOptions): RateLimit {
  const windows = new QuickLRU<string, Window>({ maxSize: MAX_REMEMBERED, maxAge: window });
  const current = (key: string): Window => {
    const existing = windows.get(key);
    return existing && now() - existing.began < window ? existing : { began: now(), count: 0 };
  };
  const waitOf = ({ began, count }: Window) =>
    count < most ? null : Math.ceil((began + window - now()) / ONE_SECOND);
  return {
    take(who) {
      const key = networkOf(who);
      const { began, count } = current(key);
      const wait = waitOf({ began, count });
      if (wait === null) windows.set(key, { began, count: count + 1 });
      return wait;
    },
    check: (who) => waitOf(current(networkOf(who))),
  };
}

/**
 * The key under which limits count an IP address. IPv6 is counted by /64, which a household or server is
 * assigned as a whole (RFC 6177). Different spellings of an address have the same key: IPv4-mapped IPv6, zone
 * IDs, leading zeros, a port.
 * @param prefix length for IPv6: 48 if a sender with many /64 networks must count as one.
 * @returns input that is not an IP address unchanged.
 */
export function networkOf(address: string, prefix: 48 | 64 = 64): string {
  // The most common case, with only one spelling.
  if (isIPv4(address)) return address;
  const bare = address.replace(/^\[([^\]]*)\](?::\d+)?$/, "$1").replace(/^(\d+(?:\.\d+){3}):\d+$/, "$1");
  if (isIP(bare) === 0) return address;
  const ip = ipaddr.process(bare);
  if (ip instanceof ipaddr.IPv4) return ip.toString();
  return ip.parts
    .slice(0, prefix / IPV6_PART_BITS)
    .map((part) => part.toString(16))
    .join(":");
}
