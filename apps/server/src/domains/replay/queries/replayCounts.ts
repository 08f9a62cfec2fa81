import { ERROR_EVENT, ONE_DAY } from "@marquee/contract";
import type { ReplaySummary } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { sessionsWhere } from "../../../platform/storage/events/queries/sessions.ts";
import { textList, textListParam } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";

type Counters = Pick<ReplaySummary, "pages" | "events" | "errors" | "rageClicks" | "deadClicks" | "source">;
type CounterRow = Counters & ReplayKey;

/** Condition for rows of these sessions. Its parameters are from {@link askedParams}. */
export const ARE_ASKED = `visitor_id IN ${textList("visitors")}
  AND session_id IN JSONExtract({sessions:String}, 'Array(UInt64)')`;
/** Limits by time how many events are read. */
export const EVENTS_ARE_NEAR = `original_timestamp >= fromUnixTimestamp64Milli({first:Int64} - ${ONE_DAY})
    AND original_timestamp < fromUnixTimestamp64Milli({last:Int64} + ${2 * ONE_DAY})`;
const OF_SESSIONS = `session_id AS sessionId, visitor_id AS visitorId`;
const GROUP = "GROUP BY session_id, visitor_id";

const EVENTS = `
  SELECT ${OF_SESSIONS}, toUInt32(uniqExactIf(message_id, type = 'page')) AS pages,
         toUInt32(uniqExactIf(message_id, type = 'track' AND event != '${ERROR_EVENT}')) AS events,
         toUInt32(uniqExactIf(message_id, type = 'track' AND event = '${ERROR_EVENT}')) AS errors
  FROM events
  WHERE ${EVENTS_ARE_NEAR} AND ${ARE_ASKED} ${GROUP}`;
const CLICKS = `
  SELECT ${OF_SESSIONS}, toUInt32(sumIf(clicks, frustration = 'rage')) AS rageClicks,
         toUInt32(sumIf(clicks, frustration = 'dead')) AS deadClicks
  FROM interactions FINAL WHERE type = 'click' AND frustration != '' AND ${ARE_ASKED} ${GROUP}`;
const SOURCES = `
  SELECT ${OF_SESSIONS}, source FROM ${sessionsWhere(ARE_ASKED)}`;

const NONE: Counters = { pages: 0, events: 0, errors: 0, rageClicks: 0, deadClicks: 0, source: "" };

/** Counts of events and frustration signals, and the source, of each of these sessions, in the same order. */
export async function queryReplayCounts(
  store: Pick<EventStore, "query">,
  replays: readonly ReplayKey[],
): Promise<Counters[]> {
  if (replays.length === 0) return [];
  const { first, last, ...params } = askedParams(replays);
  const answers = await Promise.all([
    store.query<CounterRow>(EVENTS, { ...params, first, last }),
    store.query<CounterRow>(CLICKS, params),
    store.query<CounterRow>(SOURCES, params),
  ]);
  const countsByReplay = new Map<string, Partial<Counters>>();
  for (const { sessionId, visitorId, ...counters } of answers.flat()) {
    const key = keyOf({ sessionId, visitorId });
    countsByReplay.set(key, { ...countsByReplay.get(key), ...counters });
  }
  return replays.map((replay) => ({ ...NONE, ...countsByReplay.get(keyOf(replay)) }));
}

export function askedParams(replays: readonly ReplayKey[]) {
  const sessions = replays.map(({ sessionId }) => sessionId);
  return {
    visitors: textListParam(replays.map(({ visitorId }) => visitorId)),
    sessions: JSON.stringify(sessions),
    first: Math.min(...sessions),
    last: Math.max(...sessions),
  };
}

const keyOf = ({ sessionId, visitorId }: ReplayKey) => `${sessionId}-${visitorId}`;
