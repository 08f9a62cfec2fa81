import type { ReplaysResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { sessionsWhere } from "../sessions.ts";
import { dateRangeParams, type Span } from "../sqlParts.ts";
import { SEGMENT_IN_DATE_RANGE, SESSION_IN_DATE_RANGE } from "./replayConditions.ts";

type Choices = Pick<ReplaysResponse, "devices" | "countries" | "otherRecordings">;

const MAX_CHOICES = 250;
const IS_PLAYABLE = "protocol != 'datadog'";
/** Recordings of Datadog's client. Selected by receive time, because their session IDs have another format. */
const IS_OTHER = `protocol = 'datadog' AND received_at >= fromUnixTimestamp64Milli({from:Int64})
  AND received_at < fromUnixTimestamp64Milli({to:Int64})`;

const choicesOf = (column: string) => `
  arraySort(groupUniqArrayIf(${MAX_CHOICES})(toString(${column}), ${column} != '' AND ${IS_PLAYABLE}))`;

const CHOICES = `
  SELECT ${choicesOf("device")} AS devices, ${choicesOf("country")} AS countries,
         toUInt32(uniqExactIf(recording_id, ${IS_OTHER})) AS otherRecordings
  FROM replay_segments WHERE (${IS_PLAYABLE} AND ${SEGMENT_IN_DATE_RANGE}) OR (${IS_OTHER})`;

const SOURCES = `
  SELECT DISTINCT source FROM ${sessionsWhere(SESSION_IN_DATE_RANGE)}
  WHERE source != '' AND session_id IN (
    SELECT session_id FROM replay_segments WHERE ${IS_PLAYABLE} AND ${SEGMENT_IN_DATE_RANGE}
  ) ORDER BY source LIMIT ${MAX_CHOICES}`;

/** Filter options for the replays in a date range, and the number of recordings in a format that cannot be played. */
export async function queryReplayChoices(
  store: Pick<EventStore, "query">,
  span: Span,
): Promise<Choices & Pick<ReplaysResponse, "sources">> {
  const params = dateRangeParams(span);
  const [[choices], sources] = await Promise.all([
    store.query<Choices>(CHOICES, params),
    store.query<{ source: string }>(SOURCES, params),
  ]);
  const none = { devices: [], countries: [], otherRecordings: 0 };
  return { ...(choices ?? none), sources: sources.map(({ source }) => source) };
}
