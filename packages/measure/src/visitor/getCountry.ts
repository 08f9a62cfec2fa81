import { type CallerLocation, LOCATION_LIFETIME, LOCATION_PATH, type Timestamp } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { createTimedCache } from "../browser/timedCache.ts";

/** @returns the visitor's country, or null without consent or a valid response. Never rejects. */
export type GetCountry = () => Promise<CallerLocation | null>;

interface LocateOptions {
  store: LocalStore;
  /** Storage key of the cached location. */
  key: string;
  isAllowed: () => boolean;
  /** Fetches the location; the response is validated afterwards. May reject. */
  ask: () => Promise<unknown>;
  now: () => Timestamp;
}

/** Caches the country for {@link LOCATION_LIFETIME}; concurrent calls share one request (specification, sections 7 and 9). */
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
    const cached = cache.read();
    if (cached) return cached;
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
 * Fetches `GET /location`. @param endpoint origin of the server, or the empty string for the page's own.
 * @returns the JSON body, or null for an error status.
 * @throws if there is no response or it is not JSON.
 */
export async function fetchLocation(endpoint: string): Promise<unknown> {
  const answer = await fetch(endpoint + LOCATION_PATH, { credentials: "omit", redirect: "error" });
  return answer.ok ? answer.json() : null;
}
