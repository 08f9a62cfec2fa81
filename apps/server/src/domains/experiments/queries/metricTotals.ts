import type { Metric } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { exposures, type Phase, phaseParams } from "./exposures.ts";
import { metricParams, userValues } from "./userValues.ts";

/** Totals of a metric over the users of one variation. */
export interface Totals {
  users: number;
  /** Users who converted, or the sum of their values. */
  sum: number;
  sumOfSquares: number;
}

export const SUMS =
  "toUInt32(count()) AS users, sum(user_value) AS sum, sum(user_value * user_value) AS sumOfSquares";

/** Totals of one metric by variation; variations without users are missing. */
export async function queryMetricTotals(
  store: Pick<EventStore, "query">,
  phase: Phase,
  metric: Metric,
): Promise<Map<string, Totals>> {
  const sql = `SELECT variation, ${SUMS} FROM ${userValues(metric, exposures(phase))} GROUP BY variation`;
  const params = { ...phaseParams(phase), ...metricParams(metric) };
  const rows = await store.query<Totals & { variation: string }>(sql, params);
  return new Map(rows.map(({ variation, ...totals }) => [variation, totals]));
}
