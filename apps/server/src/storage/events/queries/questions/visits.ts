import { type Milliseconds, ONE_DAY, ONE_HOUR, ONE_SECOND } from "@marquee/contract";
import { sessionsWhere } from "../sessions.ts";

export const FROM = "fromUnixTimestamp64Milli({from:Int64})";
export const TO = "fromUnixTimestamp64Milli({to:Int64})";

/** A session's ID is its start by the sender's clock, which is at most a day off (see `enrich`). */
const CLOCK_TOLERANCE: Milliseconds = ONE_DAY;
/** Later page views of a longer visit do not count. The limit lets the store skip older visits. */
const LONGEST_VISIT: Milliseconds = 7 * ONE_DAY;
/** A lead can arrive after the last event of its visit. */
const LEAD_DELAY: Milliseconds = ONE_HOUR;

/**
 * Subquery of the visits that overlap the range: sessions with at least one page view, not of known customers. A visit is the events of one
 * visitor with no gap of 30 minutes, without bots.
 */
export function visitsInRange(
  columns: Iterable<string>,
  { includesCustomers }: { includesCustomers: boolean },
) {
  return sessionsInRange(columns, ["views > 0", ...(includesCustomers ? [] : ["audience != 'customer'"])]);
}

/** Subquery of the sessions that overlap the range, also those without a page view. */
export function sessionsInRange(columns: Iterable<string>, conditions: readonly string[]): string {
  const earliest = CLOCK_TOLERANCE + LONGEST_VISIT;
  return `(
    SELECT ${[...new Set(["session_id", "visitor_id", ...columns])].join(", ")}
    FROM ${sessionsWhere(`session_id >= {from:Int64} - ${earliest} AND session_id < {to:Int64} + ${CLOCK_TOLERANCE}`)}
    WHERE ${[`started < ${TO}`, `ended >= ${FROM} - toIntervalSecond(${LEAD_DELAY / ONE_SECOND})`, ...conditions].join(" AND ")})`;
}
