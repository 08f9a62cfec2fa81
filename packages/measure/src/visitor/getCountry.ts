import { type CallerLocation, LOCATION_LIFETIME, LOCATION_PATH, type Timestamp } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { createTimedCache } from "../browser/timedCache.ts";

/** @returns the visitor's country, or null without their agreement or an answer. Never rejects. */
export type GetCountry = () => Promise<CallerLocation | null>;

interface LocateOptions {
  store: LocalStore;
  /** Storage entry of the answer. */
  key: string;
  isAllowed: () => boolean;
  /** Fetches the location and validates the response. */
  ask: () => Promise<unknown>;
  now: () => Timestamp;
}

/** Asks once a day, and once for all who want to know at the same time (specification, sections 7 and 9). */
export function createGetCountry({ store, key, isAllowed, ask, now }: LocateOptions): GetCountry {
  const lifetime = LOCATION_LIFETIME;
  const cache = createTimedCache({ store, key, lifetime, now, isValue: isLocation });
  let asking: Promise<CallerLocation | null> | null = null;

  const askNow = async () => {
    const answer = await ask().catch(() => null);
    // The visitor may have withdrawn consent meanwhile.
    if (!isLocation(answer) || !isAllowed()) return null;
    cache.write(answer);
    return answer;
  };
  return async () => {
    if (!isAllowed()) return null;
    const known = cache.read();
    if (known) return known;
    asking ??= askNow().finally(() => {
      asking = null;
    });
    return asking;
  };
}

function isLocation(value: unknown): value is CallerLocation {
  const { country_name, country_code } = (value ?? {}) as Record<string, unknown>;
  return typeof country_name === "string" && typeof country_code === "string";
}

/**
 * `GET /location`. @param endpoint origin of the server, or the empty string for the page's own.
 * @throws when there is no answer, or it is no JSON.
 */
export async function fetchLocation(endpoint: string): Promise<unknown> {
  const answer = await fetch(endpoint + LOCATION_PATH, { credentials: "omit", redirect: "error" });
  return answer.ok ? answer.json() : null;
}
