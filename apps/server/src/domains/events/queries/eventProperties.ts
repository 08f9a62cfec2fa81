import type { PropertyCountsResponse } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { UNIQUE_EVENTS } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { type EventConditions, eventConditions } from "./eventConditions.ts";

/** Only the latest events, because the properties of millions would take too long to read. */
const COUNTED = 50_000;
const VALUES = 8;
const ROWS = 400;
/** Maximum length in characters of a listed value. */
const MAX_LENGTH = 300;

interface Row {
  name: string;
  value: string;
  count: number;
  isMore: 0 | 1;
}

/** The properties of the latest events that match, and their most frequent values. Objects and lists are left out. */
export async function queryEventProperties(
  store: Pick<EventStore, "query">,
  options: EventConditions,
): Promise<PropertyCountsResponse> {
  const { where, params } = eventConditions(options);
  const latest = `SELECT properties FROM ${UNIQUE_EVENTS} WHERE ${where} ORDER BY received_at DESC LIMIT {counted:UInt32}`;
  const sql = `
    SELECT pair.1 AS name, if(startsWith(pair.2, '"'), JSONExtractString(pair.2), pair.2) AS value, count() AS count,
      (SELECT count() FROM (SELECT 1 FROM ${UNIQUE_EVENTS} WHERE ${where} LIMIT {counted:UInt32} + 1)) > {counted:UInt32} AS isMore
    FROM (SELECT arrayJoin(JSONExtractKeysAndValuesRaw(properties)) AS pair FROM (${latest}))
    WHERE NOT match(pair.2, '^[{[]') AND pair.2 != 'null' AND lengthUTF8(pair.2) <= {length:UInt32} AND value != ''
    GROUP BY name, value
    ORDER BY count DESC, name, value
    LIMIT {values:UInt32} BY name
    LIMIT {rows:UInt32}`;
  const limits = { counted: COUNTED, values: VALUES, rows: ROWS, length: MAX_LENGTH };
  const rows = await store.query<Row>(sql, { ...params, ...limits });
  const properties = new Map<string, { value: string; count: number }[]>();
  for (const { name, value, count } of rows)
    properties.set(name, [...(properties.get(name) ?? []), { value, count: Number(count) }]);
  return {
    properties: [...properties].map(([name, values]) => ({ name, values })),
    countedOnly: rows[0]?.isMore === 1 ? COUNTED : null,
  };
}
