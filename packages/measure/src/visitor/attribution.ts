import {
  type Attribution,
  attributionOf,
  createAttribution,
  decodeValue,
  encodeValue,
  type Milliseconds,
  ONE_MINUTE,
  ONE_YEAR,
  type Timestamp,
  UTM_FIELDS,
} from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";
import { type LocalStore, parseObject } from "../browser/localStore.ts";

/** Cookie that exists while the visit continues. Its value is when the visit would end, in milliseconds since the epoch. */
export const STAMP_COOKIE = "utm_stamp";
/** Storage key of the visitor's first attribution. */
export const FIRST_TOUCH_KEY = "marquee_first_touch";
/** A visit ends after this long without an arrival (specification, section 9). */
const STAMP_LIFETIME: Milliseconds = 30 * ONE_MINUTE;

/** The visitor's first and last attribution. */
interface Touches {
  first: Attribution;
  last: Attribution;
}

export interface AttributionMemory {
  /**
   * Records the arrival on a page, by a new document or a client-side navigation. Call only with consent.
   * @param referrer absolute URL, or an empty string.
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
 * Stores attribution in the cookies of the specification, one per field. An arrival without a referrer during a visit (a bookmark,
 * a reload) does not turn a campaign into a direct visit.
 */
export function createAttributionMemory(options: AttributionOptions): AttributionMemory {
  const { cookies, store, now, ownHosts } = options;

  const readLast = (): Attribution | null => {
    const values = UTM_FIELDS.map((field) => decodeValue(cookies.get(field)));
    return values.every(Boolean) ? createAttribution(...values) : null;
  };
  const write = (attribution: Attribution) => {
    for (const field of UTM_FIELDS) {
      const value = encodeValue(attribution[field]);
      if (cookies.get(field) !== value) cookies.set(field, value, ONE_YEAR);
    }
  };

  return {
    arrive(url, referrer) {
      const attribution = attributionOf({ url, referrer, ownHosts });
      const goesOn = readLast() !== null && cookies.get(STAMP_COOKIE) !== null;
      if (attribution && !(goesOn && attribution.utm_medium === "(direct)")) write(attribution);
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

/** @returns null if the entry is missing or malformed. */
function readFirst(store: LocalStore): Attribution | null {
  const value = parseObject(store.get(FIRST_TOUCH_KEY));
  return value && UTM_FIELDS.every((field) => typeof value[field] === "string")
    ? (value as Attribution)
    : null;
}
