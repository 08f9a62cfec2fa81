import { ERROR_EVENT } from "@marquee/contract";
import type { ErrorGroup, ErrorsQuery } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { spanParams } from "../span.ts";

const MOST_PAGES = 5;

const textOf = (name: string) => `JSONExtractString(properties, '${name}')`;

/** The innermost line of the stack that names a place; else the script, where the browser says it. */
const FRAME = `if(match(trace, '[0-9]+:[0-9]+'),
  trim(arrayFirst(line -> match(line, '[0-9]+:[0-9]+'), splitByChar('\\n', trace))), ${textOf("source")})`;

/** A build names its files anew by their content, and moves lines; neither makes another error. Nor does the host. */
const STABLE_FRAME = `replaceRegexpAll(replaceRegexpAll(${FRAME}, 'https?://[^/]+', ''),
  '(-[A-Za-z0-9_-]+)?[.](m?js)([?#][^:)]*)?(:[0-9]+)*', '.\\\\2')`;

/** Every error of people, each once. */
const ERRORS = `(
  SELECT message_id, timestamp, visitor_id, path, browser AS software, ${textOf("message")} AS said,
         ${textOf("stack")} AS trace, ${textOf("kind")} AS kind, ${STABLE_FRAME} AS place
  FROM events_unique
  WHERE type = 'track' AND event = '${ERROR_EVENT}' AND bot = '' AND audience != 'customer'
    AND timestamp < fromUnixTimestamp64Milli({to:Int64})
)`;

const IS_WITHIN = "timestamp >= fromUnixTimestamp64Milli({from:Int64})";
const MATCHES = ["said", "place", "path"]
  .map((column) => `positionCaseInsensitiveUTF8(${column}, {text:String}) > 0`)
  .join(" OR ");

/**
 * Errors of a span that match, by what they have in common: the message and the innermost frame, from which the fingerprint is made here, when
 * it is asked for. The most frequent first.
 */
export async function queryErrorGroups(
  store: Pick<EventStore, "query">,
  { text, ...span }: ErrorsQuery,
  limit: number,
): Promise<ErrorGroup[]> {
  const sql = `
    SELECT lower(hex(cityHash64(said, place))) AS fingerprint, any(said) AS message, any(place) AS frame,
           toUInt32(countIf(${IS_WITHIN})) AS count, toUInt32(uniqExactIf(visitor_id, ${IS_WITHIN})) AS visitors,
           arraySort(groupUniqArrayIf(5)(kind, ${IS_WITHIN})) AS kinds,
           toUnixTimestamp64Milli(min(timestamp)) AS firstSeen, toUnixTimestamp64Milli(max(timestamp)) AS lastSeen,
           topKIf(${MOST_PAGES})(path, ${IS_WITHIN}) AS pages,
           argMax(trace, timestamp) AS stack, argMax(software, timestamp) AS browser,
           argMax(message_id, timestamp) AS messageId
    FROM ${ERRORS}
    ${text ? `WHERE ${MATCHES}` : ""}
    GROUP BY fingerprint HAVING count > 0
    ORDER BY count DESC, fingerprint LIMIT {limit:UInt32}`;
  const rows = await store.query<ErrorGroup>(sql, { ...spanParams(span), ...(text && { text }), limit });
  return rows.map((row) => ({ ...row, firstSeen: Number(row.firstSeen), lastSeen: Number(row.lastSeen) }));
}
