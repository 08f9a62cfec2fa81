import { type Milliseconds, ONE_DAY, ONE_YEAR, type Timestamp } from "@marquee/contract";
import type { EventRow } from "../platform/storage/events/eventRow.types.ts";
import type { RequestFacts, ValidEvent } from "./event.types.ts";
import { toText, visitorIdOf } from "./eventTexts.ts";

/** Events are stored up to this age, if retention keeps them that long. */
export const OLDEST_EVENT: Milliseconds = 2 * ONE_YEAR;
const CLOCK_TOLERANCE: Milliseconds = ONE_DAY;

export interface Times extends Pick<EventRow, "timestamp" | "original_timestamp"> {
  /** What was added to the sender's times. */
  correction: Milliseconds;
}

/**
 * Corrects the sender's clock by the difference between `sentAt` and our clock (Segment's rule), except for a difference that may be transit
 * time.
 * @returns the claimed times, and `latest`: the corrected send time of the request, which no event can exceed.
 */
function correctTime(event: ValidEvent, { receivedAt, sentAt, correctionOf }: RequestFacts) {
  const said = parseInstant(event.timestamp);
  const sent = sentAt ?? parseInstant(event.sentAt);
  // A sender without a send time may not be the visitor's browser, whose clock is known.
  const correction = sent === null ? 0 : correctionOf(visitorIdOf(event), { sentAt: sent, receivedAt });
  return {
    timestamp: said === null ? receivedAt : said + correction,
    original_timestamp: said ?? receivedAt,
    correction,
    latest: Math.max(receivedAt, (sent ?? Number.NEGATIVE_INFINITY) + correction),
  };
}

/**
 * The original time of a clock that is off by more than a day is also corrected, because rows are stored, found and deleted by its
 * day.
 */
function limitTime({ timestamp, original_timestamp, correction }: Times, latest: Timestamp): Times {
  const at = Math.min(timestamp, latest);
  const isNear = Math.abs(original_timestamp - at) <= CLOCK_TOLERANCE;
  return { timestamp: at, original_timestamp: isNear ? original_timestamp : at, correction };
}

export function timesOf(event: ValidEvent, facts: RequestFacts): Times {
  const times = correctTime(event, facts);
  return limitTime(times, times.latest);
}

/** The times of a request's events. Those that would be too late keep their order. */
export function timesInBatch(events: readonly ValidEvent[], facts: RequestFacts): Times[] {
  const times = events.map((event) => correctTime(event, facts));
  const tooLate = times
    .filter(({ timestamp, latest }) => timestamp > latest)
    .sort((one, other) => other.timestamp - one.timestamp);
  let next: Timestamp | undefined;
  for (const each of tooLate) {
    if (next !== undefined) each.latest = Math.min(each.latest, next);
    next = each.latest - 1;
  }
  return times.map((each) => limitTime(each, each.latest));
}

/** @returns the instant if it is plausible, otherwise `receivedAt`. */
export function plausible(instant: Timestamp, receivedAt: Timestamp): Timestamp {
  return isPlausible(instant, receivedAt) ? instant : receivedAt;
}

/** Whether an instant is at most two years before and one day after `receivedAt`. */
export function isPlausible(instant: Timestamp, receivedAt: Timestamp): boolean {
  return instant >= receivedAt - OLDEST_EVENT && instant <= receivedAt + CLOCK_TOLERANCE;
}

/** @returns milliseconds since the epoch, or null for an invalid value. */
export function parseInstant(value: unknown): Timestamp | null {
  const instant = typeof value === "number" ? value : Date.parse(toText(value));
  return Number.isFinite(instant) ? Math.round(instant) : null;
}
