import type { ErrorPoint } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, type Span } from "../sqlParts.ts";
import { ERRORS } from "./errorGroups.ts";
import { FINGERPRINT } from "./errorPlace.ts";

/** Counts of one error by interval, without empty intervals. @param starts start of each hour or day, in milliseconds since the epoch. */
export async function queryErrorSeries(
  store: Pick<EventStore, "query">,
  { fingerprint, starts, ...span }: Span & { fingerprint: string; starts: readonly number[] },
): Promise<ErrorPoint[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           toUInt32(count()) AS count, toUInt32(uniqExact(visitor_id)) AS visitors
    FROM ${ERRORS}
    WHERE timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND ${FINGERPRINT} = {fingerprint:String}
    GROUP BY start ORDER BY start`;
  const rows = await store.query<ErrorPoint>(sql, { ...dateRangeParams(span), fingerprint, starts });
  return rows.map((row) => ({ ...row, start: Number(row.start) }));
}
