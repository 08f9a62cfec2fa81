import { type Milliseconds, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";

/** Names sessions for senders that know none (server libraries, other clients), by when each began. */
export interface SessionMemory {
  /** @param timestamp when the event happened. @returns when the visitor's session began: with this event, or with an earlier one. */
  sessionOf(visitorId: string, timestamp: Timestamp): Timestamp;
}

/** A session ends after this long without an event (specification, section 9; the unit is design.md's decision). */
const LIFETIME: Milliseconds = 30 * ONE_MINUTE;
/** Beyond this number, the least recently seen visitor is dropped and starts over. */
const MAX_VISITORS = 100_000;

interface KnownSession {
  began: Timestamp;
  first: Timestamp;
  last: Timestamp;
}

/** Sessions live in memory: after a restart, or with another instance of the server, a visitor's next event begins one. */
export function createSessionMemory(): SessionMemory {
  const known = new QuickLRU<string, KnownSession>({ maxSize: MAX_VISITORS });
  return {
    sessionOf(visitorId, timestamp) {
      const session = known.get(visitorId);
      const isGoingOn =
        session && timestamp >= session.first - LIFETIME && timestamp <= session.last + LIFETIME;
      const next = isGoingOn
        ? { ...session, first: Math.min(session.first, timestamp), last: Math.max(session.last, timestamp) }
        : { began: timestamp, first: timestamp, last: timestamp };
      // What arrives late from an earlier session does not end the present one.
      if (!session || isGoingOn || timestamp > session.last) known.set(visitorId, next);
      return next.began;
    },
  };
}
