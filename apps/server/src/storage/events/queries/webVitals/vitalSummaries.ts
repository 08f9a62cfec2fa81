import { VITAL_THRESHOLDS, VITALS, type Vital } from "@marquee/contract";
import type { SpeedFilter, VitalSummary } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import type { Span } from "../span.ts";
import { ALL_P75, pageVitals, pageVitalsParams } from "./pageVitals.ts";
import { type P75Row, vitalValues } from "./vitalValues.ts";

type CountsRow = Record<`${"good" | "middling" | "poor"}_${Vital}`, number>;

/** Each vital over a span, with how many page views were good, middling or poor. */
export async function queryVitalSummaries(
  store: Pick<EventStore, "query">,
  span: Span,
  filter: SpeedFilter,
): Promise<Record<Vital, VitalSummary>> {
  const sql = `SELECT ${ALL_P75}, ${VITALS.map(countsOf).join(", ")} FROM ${pageVitals(filter)}`;
  const [row] = await store.query<P75Row & CountsRow>(sql, pageVitalsParams(span, filter));
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
