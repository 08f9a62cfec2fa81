import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import QuickLRU from "quick-lru";

/** How far off visitors' clocks are. Each request shows it, combined with the request's transit time. */
export interface ClockMemory {
  /**
   * The same for all requests of a visit, regardless of their transit time; otherwise a slow request would change the order of the visit.
   * @param sentAt when the request was sent, by the sender's clock; null if the request does not include it.
   * @returns what to add to the sender's times; 0 if its clock is right or unknown.
   */
  correctionOf(visitorId: string, request: { sentAt: Timestamp | null; receivedAt: Timestamp }): Milliseconds;
  /**
   * The same for all segments of a recording, which could otherwise overlap after the clock was set.
   * @param correction that of the segment's request.
   * @returns that of the recording's first segment.
   */
  correctionOfRecording(recordingId: string, correction: Milliseconds): Milliseconds;
}

/** Maximum transit time of a request that seems to come from the past. A request from the future means that the clock is ahead. */
const LONGEST_WAY: Milliseconds = 2 * ONE_MINUTE;
/** Maximum number of remembered visitors and recordings. */
const MAX_KNOWN = 25_000;
/** Session IDs are looked up by time, within a day. */
const LONGEST_UNCORRECTED: Milliseconds = ONE_DAY;

/**
 * Remembers the difference shown by each visitor's first request. After a restart, or on another instance, the next request is the
 * first.
 */
export function createClockMemory(): ClockMemory {
  const differences = new QuickLRU<string, Milliseconds>({ maxSize: MAX_KNOWN });
  const recordings = new QuickLRU<string, Milliseconds>({ maxSize: MAX_KNOWN });
  return {
    correctionOf(visitorId, { sentAt, receivedAt }) {
      const first = differences.get(visitorId);
      const difference = sentAt === null ? first : receivedAt - sentAt;
      if (difference === undefined) return 0;
      if (first !== undefined && Math.abs(difference - first) <= LONGEST_WAY) return correctionFor(first);
      if (visitorId !== "") differences.set(visitorId, difference);
      return correctionFor(difference);
    },
    correctionOfRecording(recordingId, correction) {
      const first = recordings.get(recordingId) ?? correction;
      recordings.set(recordingId, first);
      return first;
    },
  };
}

function correctionFor(difference: Milliseconds): Milliseconds {
  return difference >= 0 && difference < LONGEST_WAY ? 0 : difference;
}

/**
 * The ID of a session, which the sender derives from the start by its own clock. If the clock is off by more than a day, the ID is moved by whole
 * hours, so that it does not depend on the transit time.
 */
export function correctSessionId(id: number, correction: Milliseconds): number {
  // 0 means no session.
  if (id === 0 || Math.abs(correction) <= LONGEST_UNCORRECTED) return id;
  return Math.max(0, id + Math.round(correction / ONE_HOUR) * ONE_HOUR);
}
