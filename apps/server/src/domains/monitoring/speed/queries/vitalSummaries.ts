import { VITAL_THRESHOLDS, VITALS, type Vital } from "@marquee/contract";
import type { SpeedPoint, VitalSummary, VitalValues } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import { ALL_P75, pageWebVitals, type SpeedScope, speedParams } from "./pageWebVitals.ts";

/** Columns of {@link ALL_P75}. */
export type P75Row = { [Column in keyof VitalValues as `p75_${Column}`]: number | null };

type CountsRow = Record<`${"good" | "middling" | "poor"}_${Vital}`, number>;

/** The 75th percentile of each vital in a date range, with the number of good, needs-improvement and poor page views. */
export async function queryVitalSummaries(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
): Promise<Record<Vital, VitalSummary>> {
  const sql = `SELECT ${ALL_P75}, ${VITALS.map(countsOf).join(", ")} FROM ${pageWebVitals(scope)}`;
  const [row] = await store.query<P75Row & CountsRow>(sql, speedParams(scope));
  return Object.fromEntries(VITALS.map((vital) => [vital, summaryOf(row, vital)])) as Record<
    Vital,
    VitalSummary
  >;
}

function countsOf(vital: Vital): string {
  const [good, poor] = VITAL_THRESHOLDS[vital];
  return `toUInt32(countIf(${vital} <= ${good})) AS good_${vital},
          toUInt32(countIf(${vital} > ${good} AND ${vital} <= ${poor})) AS middling_${vital},
          toUInt32(countIf(${vital} > ${poor})) AS poor_${vital}`;
}

function summaryOf(row: (P75Row & CountsRow) | undefined, vital: Vital): VitalSummary {
  return {
    p75: row ? vitalValues(row)[vital] : null,
    counts: {
      good: row?.[`good_${vital}`] ?? 0,
      "needs improvement": row?.[`middling_${vital}`] ?? 0,
      poor: row?.[`poor_${vital}`] ?? 0,
    },
  };
}

export function vitalValues(row: P75Row): VitalValues {
  return Object.fromEntries(VITALS.map((vital) => [vital, row[`p75_${vital}`]])) as VitalValues;
}

/** The vitals by interval, without empty intervals. @param starts start of each hour or day, in milliseconds since the epoch. */
export async function queryVitalSeries(
  store: Pick<EventStore, "query">,
  scope: SpeedScope,
  starts: readonly number[],
): Promise<SpeedPoint[]> {
  const sql = `
    SELECT {starts:Array(Int64)}[arrayLastIndex(start -> start <= toUnixTimestamp64Milli(timestamp), {starts:Array(Int64)})] AS start,
           ${ALL_P75}
    FROM ${pageWebVitals(scope)} GROUP BY start ORDER BY start`;
  const params = { ...speedParams(scope), starts };
  const rows = await store.query<P75Row & { start: string }>(sql, params);
  return rows.map((row) => ({ start: Number(row.start), values: vitalValues(row) }));
}
