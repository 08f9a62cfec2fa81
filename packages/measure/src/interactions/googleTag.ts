import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";
import { createTimedCache } from "../browser/timedCache.ts";

/** Google's IDs of this visitor and session, under Segment's names. */
export interface GoogleTagIds {
  clientId: string;
  sessionId: string;
}

/** The `get` command of `window.gtag` (https://developers.google.com/tag-platform/gtagjs/reference#get). */
type GoogleTag = (command: "get", target: string, field: string, answer: (value: unknown) => void) => void;

/** How long the IDs are cached (specification, section 9). */
const LIFETIME: Milliseconds = 30 * ONE_MINUTE;

interface GoogleTagOptions {
  gtagId: string;
  findTag: () => GoogleTag | null;
  store: LocalStore;
  /** Storage key of the cached IDs. */
  key: string;
  isAllowed: () => boolean;
  now: () => Timestamp;
}

/** Asks the page's tag for its IDs and caches them for 30 minutes. @returns a function that returns the IDs, or null until known. */
export function createGoogleTag(options: GoogleTagOptions): () => GoogleTagIds | null {
  const { gtagId, findTag, store, key, isAllowed, now } = options;
  const cache = createTimedCache({ store, key, lifetime: LIFETIME, now, isValue: isIds });
  let isAsking = false;

  const ask = async (tag: GoogleTag) => {
    const get = (field: string) => new Promise((resolve) => tag("get", gtagId, field, resolve));
    const [clientId, sessionId] = await Promise.all([get("client_id"), get("session_id")]);
    const ids = { clientId: String(clientId ?? ""), sessionId: String(sessionId ?? "") };
    if (ids.clientId && isAllowed()) cache.write(ids);
  };
  return () => {
    const cached = cache.read();
    const tag = cached || isAsking ? null : findTag();
    if (!tag) return cached;
    isAsking = true;
    // A tag that never responds or throws is asked only once; its exceptions are ignored.
    ask(tag).then(
      () => {
        isAsking = false;
      },
      () => undefined,
    );
    return null;
  };
}

/** The page's own `window.gtag`, or null. */
export function findPageTag(): GoogleTag | null {
  const { gtag } = window as { gtag?: unknown };
  return typeof gtag === "function" ? (gtag as GoogleTag) : null;
}

function isIds(value: unknown): value is GoogleTagIds {
  const { clientId, sessionId } = (value ?? {}) as Record<string, unknown>;
  return typeof clientId === "string" && typeof sessionId === "string";
}
