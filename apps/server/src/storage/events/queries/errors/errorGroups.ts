import { ERROR_EVENT } from "@marquee/contract";
import type { ErrorGroup, ErrorsQuery } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, IS_WITHIN, TREND_PART } from "../sqlParts.ts";
import { errorColumns, FINGERPRINT } from "./errorPlace.ts";

const MAX_PAGES = 5;
const MAX_BROWSERS = 5;

const toText = (name: string) => `JSONExtractString(properties, '${name}')`;

/** {@link errorColumns} of `events`. Needs the `properties` column. */
export const ERROR_COLUMNS = errorColumns({
  message: toText("message"),
  stack: toText("stack"),
  source: toText("source"),
});

/** All errors up to the end of a date range, each once, without bots and known customers. */
export const ERRORS = `(
  SELECT message_id, timestamp, visitor_id, path, browser AS software, ${ERROR_COLUMNS}, ${toText("kind")} AS kind
  FROM events_unique
  WHERE type = 'track' AND event = '${ERROR_EVENT}' AND bot = '' AND audience != 'customer'
    AND timestamp < fromUnixTimestamp64Milli({to:Int64})
)`;

const MATCHES = ["said", "place", "path"]
  .map((column) => `positionCaseInsensitiveUTF8(${column}, {text:String}) > 0`)
  .join(" OR ");

/** The part of an error group that comes from events; releases and source maps are added elsewhere. */
export type StoredErrorGroup = Omit<ErrorGroup, "firstRelease" | "lastRelease" | "source">;

/**
 * Errors in a date range that match `text`, grouped by fingerprint, the most frequent first. The fingerprint is computed at query time from
 * the message and the innermost frame.
 */
export async function queryErrorGroups(
  store: Pick<EventStore, "query">,
  { text, ...span }: ErrorsQuery,
  limit: number,
): Promise<StoredErrorGroup[]> {
  const sql = `
    SELECT ${FINGERPRINT} AS fingerprint, any(said) AS message, any(place) AS frame,
           toUInt32(countIf(${IS_WITHIN})) AS count, toUInt32(uniqExactIf(visitor_id, ${IS_WITHIN})) AS visitors,
           arraySort(groupUniqArrayIf(5)(kind, ${IS_WITHIN})) AS kinds,
           toUnixTimestamp64Milli(min(timestamp)) AS firstSeen, toUnixTimestamp64Milli(max(timestamp)) AS lastSeen,
           topKIf(${MAX_PAGES})(path, ${IS_WITHIN}) AS pages,
           topKIf(${MAX_BROWSERS})(software, ${IS_WITHIN} AND software != '') AS browsers,
           arrayMap(times -> toUInt32(times), sumForEachIf(${TREND_PART}, ${IS_WITHIN})) AS trend,
           argMax(trace, timestamp) AS stack, argMax(software, timestamp) AS browser,
           argMax(message_id, timestamp) AS messageId
    FROM ${ERRORS}
    ${text ? `WHERE ${MATCHES}` : ""}
    GROUP BY fingerprint HAVING count > 0
    ORDER BY count DESC, fingerprint LIMIT {limit:UInt32}`;
  const rows = await store.query<StoredErrorGroup>(sql, {
    ...dateRangeParams(span),
    ...(text && { text }),
    limit,
  });
  return rows.map((row) => ({ ...row, firstSeen: Number(row.firstSeen), lastSeen: Number(row.lastSeen) }));
}
