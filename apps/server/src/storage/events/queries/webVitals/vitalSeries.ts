import type { SpeedFilter, SpeedPoint } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import type { Span } from "../span.ts";
import { ALL_P75, pageVitals, pageVitalsParams } from "./pageVitals.ts";
import { type P75Row, vitalValues } from "./vitalValues.ts";

/** Each vital for each of these starts of an hour or day, in milliseconds since the epoch; those without a page view are left out. */
export async function queryVitalSeries(
  store: Pick<EventStore, "query">,
  { filter, starts, ...span }: Span & { filter: SpeedFilter; starts: readonly number[] },
): Promise<SpeedPoint[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           ${ALL_P75}
    FROM ${pageVitals(filter)} GROUP BY start ORDER BY start`;
  const params = { ...pageVitalsParams(span, filter), starts };
  const rows = await store.query<P75Row & { start: string }>(sql, params);
  return rows.map((row) => ({ start: Number(row.start), values: vitalValues(row) }));
}
