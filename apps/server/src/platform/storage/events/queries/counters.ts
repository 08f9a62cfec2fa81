import type { EventStore } from "../eventStore.ts";
import { dateRangeParams, type Span } from "./sqlParts.ts";

/** A counter's total in a date range. */
export interface Counter {
  name: string;
  label: string;
  count: number;
}

const WITHIN = `
  FROM tallies
  WHERE minute >= toDateTime(intDiv({from:Int64}, 1000), 'UTC') AND minute < toDateTime(intDiv({to:Int64} + 999, 1000), 'UTC')
`;

/** Totals of counters in a date range by name and label, the largest first. */
export async function queryCounters(store: Pick<EventStore, "query">, span: Span): Promise<Counter[]> {
  const sql = `SELECT name, label, toFloat64(sum(count)) AS count ${WITHIN} GROUP BY name, label ORDER BY count DESC, label`;
  return store.query<Counter>(sql, dateRangeParams(span));
}

/** The counts of one counter by interval and label. @param starts start of each hour or day, in milliseconds since the epoch. */
export async function queryCounterSeries(
  store: Pick<EventStore, "query">,
  { name, starts, ...span }: Span & { name: string; starts: readonly number[] },
): Promise<{ start: number; label: string; count: number }[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp(minute) * 1000, {starts:Array(Int64)})] AS start,
           label, toFloat64(sum(count)) AS count
    ${WITHIN} AND name = {name:String}
    GROUP BY start, label`;
  const rows = await store.query<{ start: string; label: string; count: number }>(sql, {
    ...dateRangeParams(span),
    name,
    starts,
  });
  return rows.map((row) => ({ ...row, start: Number(row.start) }));
}
