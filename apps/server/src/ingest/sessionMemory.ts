import type { Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";
import { LONGEST_GAP } from "../platform/storage/events/joinSessions.ts";

/** Assigns session IDs for senders without sessions (server libraries, other clients). A session's ID is the time of one of its events. */
export interface SessionMemory {
  /** @param timestamp time of the event. @returns the session that the event belongs to: the visitor's events without a long gap. */
  sessionOf(visitorId: string, timestamp: Timestamp): Timestamp;
}

/** Beyond this number, the least recently seen visitors are dropped; their next event starts a new session. */
const MAX_VISITORS = 100_000;
/** Maximum sessions per visitor: those of the latest events. */
const MAX_SESSIONS = 10;

interface KnownSession {
  id: Timestamp;
  first: Timestamp;
  last: Timestamp;
}

/**
 * Events may arrive in any order. Sessions that are not in memory (from before a restart, of another instance, or connected by a late event) are
 * joined in the event store ({@link joinSessions}).
 */
export function createSessionMemory(): SessionMemory {
  const sessionsByVisitor = new QuickLRU<string, readonly KnownSession[]>({ maxSize: MAX_VISITORS });
  return {
    sessionOf(visitorId, timestamp) {
      const sessions = sessionsByVisitor.get(visitorId) ?? [];
      const isNear = ({ first, last }: KnownSession) =>
        timestamp >= first - LONGEST_GAP && timestamp <= last + LONGEST_GAP;
      const near = sessions.filter(isNear);
      const [only] = near;
      if (only && near.length === 1) {
        only.first = Math.min(only.first, timestamp);
        only.last = Math.max(only.last, timestamp);
        return only.id;
      }
      const joined = {
        id: Math.min(...(only ? near.map(({ id }) => id) : [timestamp])),
        first: Math.min(timestamp, ...near.map(({ first }) => first)),
        last: Math.max(timestamp, ...near.map(({ last }) => last)),
      };
      const distant = sessions.filter((session) => !isNear(session));
      sessionsByVisitor.set(visitorId, [...distant, joined].slice(-MAX_SESSIONS));
      return joined.id;
    },
  };
}
