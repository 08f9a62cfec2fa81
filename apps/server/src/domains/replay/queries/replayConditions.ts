import { ERROR_EVENT, ONE_DAY } from "@marquee/contract";
import type { ReplayFilter } from "@marquee/contract/schema";
import { dateRangeParams, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { FINGERPRINT } from "../../monitoring/errors/queries/errorPlace.ts";
import { ERROR_COLUMNS } from "../../monitoring/errors/queries/errorRows.ts";
import type { Selection } from "../../questions/queries/selection.ts";

/**
 * Segments near the date range, by their start. Does not use the session ID, because it is the start by a clock that may be wrong by
 * years; `started` is corrected to the receive time if the clock is implausible. The condition on the receive time limits which months are
 * read, and is safe because ingest treats a clock that is a day ahead as wrong.
 */
const SEGMENT_IN_DATE_RANGE = `replay_segments.started >= fromUnixTimestamp64Milli({from:Int64} - ${ONE_DAY})
  AND replay_segments.started < fromUnixTimestamp64Milli({to:Int64} + ${ONE_DAY})
  AND replay_segments.received_at >= fromUnixTimestamp64Milli({from:Int64} - ${2 * ONE_DAY})`;
/** Sessions near the date range, by ID, which is the start time and the store's sorting key. Requires a correct clock, as for events. */
const SESSION_IN_DATE_RANGE = `session_id >= {from:Int64} - ${ONE_DAY} AND session_id < {to:Int64} + ${ONE_DAY}`;
/** Events near the date range; limits how many rows are read. */
const EVENT_NEAR_DATE_RANGE = `${SESSION_IN_DATE_RANGE}
  AND original_timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${ONE_DAY})
  AND original_timestamp < fromUnixTimestamp64Milli({to:Int64} + ${2 * ONE_DAY})`;

/** Condition on events. Needs the columns {@link ERROR_COLUMNS}. */
export const IS_ERROR = `(positionCaseInsensitiveUTF8(said, {error:String}) > 0 OR ${FINGERPRINT} = {error:String})`;

const KEY = "SELECT session_id, visitor_id";
const isIn = (sessions: string) => `(session_id, visitor_id) IN (${sessions})`;

/** Each condition is independent and uses the parameter of the same name. */
const CONDITIONS: Record<Exclude<keyof ReplayFilter, "length">, string> = {
  visitor: "visitor_id = {visitor:String}",
  error: isIn(`${KEY} FROM (
    SELECT session_id, visitor_id, ${ERROR_COLUMNS} FROM events
    WHERE type = 'track' AND event = '${ERROR_EVENT}' AND ${EVENT_NEAR_DATE_RANGE}
  ) WHERE ${IS_ERROR}`),
  frustration: isIn(
    `${KEY} FROM interactions WHERE ${SESSION_IN_DATE_RANGE} AND frustration = {frustration:String}`,
  ),
};

/** Condition for segments of matching sessions. Needs the parameters of {@link replayParams}. */
export function replayConditions(filter: ReplayFilter, { ofVisits }: Pick<Selection, "ofVisits">): string {
  const names = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];
  const conditions = names.filter((name) => filter[name] !== undefined).map((name) => CONDITIONS[name]);
  return ["protocol != 'datadog'", SEGMENT_IN_DATE_RANGE, ofVisits, ...conditions].join(" AND ");
}

export function replayParams(
  span: Span,
  filter: ReplayFilter,
  { params }: Pick<Selection, "params">,
): Record<string, unknown> {
  return { ...dateRangeParams(span), ...filter, ...params };
}
