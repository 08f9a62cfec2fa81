import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { Cookies } from "../browser/cookies.ts";

/** Cookie of the session: its id, which is when it began, and when it was last used, both in milliseconds since the epoch. */
export const SESSION_COOKIE = "marquee_session";
/** A session ends after this long without an event (specification, section 9; the unit is design.md's decision). */
const LIFETIME: Milliseconds = 30 * ONE_MINUTE;
/** A cookie that is younger than this is not written again. */
const FRESH: Milliseconds = ONE_MINUTE;

export interface Session {
  /** ID of the current session, or of a new one. Call only with consent. */
  id(): Timestamp;
}

/** One session over all tabs. Its id only ever advances: an older one that turns up gives way to the one known here. */
export function createSession({ cookies, now }: { cookies: Cookies; now: () => Timestamp }): Session {
  let known = 0;
  return {
    id() {
      const at = now();
      const stored = parseSession(cookies.get(SESSION_COOKIE), at);
      const isOver = !stored || at - stored.lastUsed >= LIFETIME;
      const id = Math.max(isOver ? at : stored.id, known);
      if (isOver || id !== stored.id || at - stored.lastUsed >= FRESH) {
        cookies.set(SESSION_COOKIE, `${id}.${at}`, LIFETIME);
      }
      known = id;
      return id;
    },
  };
}

/** @returns null for anything that is no session, or one from the future. */
function parseSession(value: string | null, now: Timestamp): { id: Timestamp; lastUsed: Timestamp } | null {
  const [, id = Infinity, lastUsed = 0] = (/^(\d{13})\.(\d{13})$/.exec(value ?? "") ?? []).map(Number);
  return id <= lastUsed && lastUsed <= now ? { id, lastUsed } : null;
}
