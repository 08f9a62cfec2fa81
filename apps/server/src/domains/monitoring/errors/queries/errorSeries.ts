import type { ErrorPoint } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { type ErrorScope, errorParams, errorsOf } from "./errorRows.ts";

/** Counts of one error by interval, without empty intervals. @param starts start of each hour or day, in milliseconds since the epoch. */
export async function queryErrorSeries(
  store: Pick<EventStore, "query">,
  scope: ErrorScope,
  { fingerprint, starts }: { fingerprint: string; starts: readonly number[] },
): Promise<ErrorPoint[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           toUInt32(count()) AS count, toUInt32(uniqExactIf(person, person != '')) AS visitors
    FROM ${errorsOf(scope)}
    WHERE is_asked AND fingerprint = {fingerprint:String}
    GROUP BY start ORDER BY start`;
  const rows = await store.query<ErrorPoint>(sql, { ...errorParams(scope), fingerprint, starts });
  return rows.map((row) => ({ ...row, start: Number(row.start) }));
}
