import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";

/** Assigns session IDs for senders without sessions (server libraries, other clients). A session's ID is its start. */
export interface SessionMemory {
  /** @param timestamp time of the event. @returns the start of the visitor's session: this event's time or that of an earlier one. */
  sessionOf(visitorId: string, timestamp: Timestamp): Timestamp;
}

/** A session ends after this long without an event (specification, section 9; the unit is decided in design.md). */
const LIFETIME: Milliseconds = 30 * ONE_MINUTE;
/** Beyond this number, the least recently seen visitors are dropped; their next event starts a new session. */
const MAX_VISITORS = 100_000;

interface KnownSession {
  began: Timestamp;
  first: Timestamp;
  last: Timestamp;
}

/** Sessions are kept in memory: after a restart, or on another server instance, a visitor's next event starts a new session. */
export function createSessionMemory(): SessionMemory {
  const known = new QuickLRU<string, KnownSession>({ maxSize: MAX_VISITORS });
  return {
    sessionOf(visitorId, timestamp) {
      const session = known.get(visitorId);
      if (session && timestamp >= session.first - LIFETIME && timestamp <= session.last + LIFETIME) {
        session.first = Math.min(session.first, timestamp);
        session.last = Math.max(session.last, timestamp);
        return session.began;
      }
      // A late event from an earlier session does not end the current one.
      if (!session || timestamp > session.last)
        known.set(visitorId, { began: timestamp, first: timestamp, last: timestamp });
      return timestamp;
    },
  };
}
