import {
  type Attribution,
  attributionOf,
  decodeValue,
  type Milliseconds,
  ONE_MINUTE,
  ONE_YEAR,
  type Timestamp,
  UTM_FIELDS,
} from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import { type LocalStore, parseObject } from "../browser/localStore.ts";

/** Cookie that is there as long as the visit goes on; it holds when it would end, in milliseconds since the epoch. */
export const STAMP_COOKIE = "utm_stamp";
/** Storage entry of the visitor's first attribution. */
export const FIRST_TOUCH_KEY = "marquee_first_touch";
/** Specification, section 9. */
const STAMP_LIFETIME: Milliseconds = 30 * ONE_MINUTE;

/** What brought the visitor first, and last. */
interface Touches {
  first: Attribution;
  last: Attribution;
}

export interface AttributionMemory {
  /**
   * Says where a document was reached from, or where on the site the visitor went on to. Call only once consent is there.
   * @param referrer absolute address, or the empty string.
   */
  arrive(url: string, referrer: string): void;
  /** @returns null before the first arrival. */
  touches(): Touches | null;
}

interface AttributionOptions {
  cookies: Cookies;
  store: LocalStore;
  now: () => Timestamp;
  /** Hosts of the site itself. */
  ownHosts: readonly string[];
}

/**
 * Keeps attribution in the cookies of the specification, one for each field. Coming back without a referrer while the visit still goes on
 * (a bookmark, a reload) does not turn a campaign into a direct visit.
 */
export function createAttributionMemory(options: AttributionOptions): AttributionMemory {
  const { cookies, store, now, ownHosts } = options;

  const readLast = (): Attribution | null => {
    const values = UTM_FIELDS.map((field) => [field, decodeValue(cookies.get(field))]);
    return values.every(([, value]) => value) ? (Object.fromEntries(values) as Attribution) : null;
  };
  const write = (attribution: Attribution) => {
    for (const field of UTM_FIELDS) {
      const value = encodeURIComponent(attribution[field]);
      if (cookies.get(field) !== value) cookies.set(field, value, ONE_YEAR);
    }
  };

  return {
    arrive(url, referrer) {
      const found = attributionOf({ url, referrer, ownHosts });
      const goesOn = readLast() !== null && cookies.get(STAMP_COOKIE) !== null;
      if (found && !(goesOn && found.utm_medium === "(direct)")) write(found);
      const last = readLast();
      if (last && !readFirst(store)) store.set(FIRST_TOUCH_KEY, JSON.stringify(last));
      cookies.set(STAMP_COOKIE, String(now() + STAMP_LIFETIME), STAMP_LIFETIME);
    },
    touches() {
      const last = readLast();
      return last && { first: readFirst(store) ?? last, last };
    },
  };
}

/** @returns null for anything that is not what we wrote. */
function readFirst(store: LocalStore): Attribution | null {
  const value = parseObject(store.get(FIRST_TOUCH_KEY));
  return value && UTM_FIELDS.every((field) => typeof value[field] === "string")
    ? (value as Attribution)
    : null;
}
