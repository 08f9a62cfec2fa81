import { type Milliseconds, ONE_MINUTE, SESSION_COOKIE, type Timestamp } from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";

/** A session ends after this long without an event (specification, section 9; the unit is design.md's decision). */
const LIFETIME: Milliseconds = 30 * ONE_MINUTE;
/** A cookie newer than this is not rewritten. */
const FRESH: Milliseconds = ONE_MINUTE;

export interface Session {
  /** ID of the current session, or of a new one. Call only with consent. */
  id(): Timestamp;
}

/** One session across all tabs. Its ID only increases: an older ID in the cookie is replaced by the known one. */
export function createSession({ cookies, now }: { cookies: Cookies; now: () => Timestamp }): Session {
  let latestId = 0;
  return {
    id() {
      const at = now();
      const stored = parseSession(cookies.get(SESSION_COOKIE), at);
      const isOver = !stored || at - stored.lastUsed >= LIFETIME;
      const id = Math.max(isOver ? at : stored.id, latestId);
      if (isOver || id !== stored.id || at - stored.lastUsed >= FRESH) {
        cookies.set(SESSION_COOKIE, `${id}.${at}`, LIFETIME);
      }
      latestId = id;
      return id;
    },
  };
}

/** @returns null if the value is malformed or dated in the future. */
function parseSession(value: string | null, now: Timestamp): { id: Timestamp; lastUsed: Timestamp } | null {
  const [, id = Infinity, lastUsed = 0] = (/^(\d{13})\.(\d{13})$/.exec(value ?? "") ?? []).map(Number);
  return id <= lastUsed && lastUsed <= now ? { id, lastUsed } : null;
}
