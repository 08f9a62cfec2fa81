import type { Metric, MetricType } from "@marquee/contract";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { exposures, type Phase, phaseParams } from "./exposures.ts";
import type { Totals } from "./metricTotals.ts";
import { countedEvents, metricParams } from "./userValues.ts";

/** How much the totals of a variation grew in one bucket. */
interface BucketTotals extends Totals {
  /** Index into `ends`. */
  step: number;
  variation: string;
}

/** A visitor's value after each of their events; `counted` contains the values of the events in order. */
const RUNNING: Record<MetricType, string> = {
  conversion: "arrayMap(i -> 1., arrayEnumerate(counted))",
  count: "arrayMap(i -> toFloat64(i), arrayEnumerate(counted))",
  mean: "arrayMap((sum, i) -> sum / i, arrayCumSum(counted), arrayEnumerate(counted))",
  value: "arrayCumSum(counted)",
};

/**
 * Growth of one metric by bucket. Each event adds the change that it makes to the visitor's value, so the sum of all buckets up to an end
 * is the total at that time.
 * @param ends end of each bucket in milliseconds since the epoch, ascending; the last is the end of the phase.
 */
export async function queryMetricTimeSeries(
  store: Pick<EventStore, "query">,
  phase: Phase,
  { metric, ends }: { metric: Metric; ends: readonly number[] },
): Promise<BucketTotals[]> {
  const isMean = metric.type === "mean";
  const sql = `
    SELECT variation, toUInt32(arrayFirstIndex(end -> moment.1 < end, {ends:Array(Int64)}) - 1) AS step,
           toUInt32(sum(moment.2)) AS users, sum(moment.3) AS sum, sum(moment.4) AS sumOfSquares
    FROM (
      SELECT any(exposed.variation) AS variation,
             arraySort(pair -> pair.1, groupArrayIf((toUnixTimestamp64Milli(happened.at), happened.value),
                       happened.at >= exposed.first_at)) AS pairs,
             arrayMap(pair -> pair.2, pairs) AS counted,
             ${RUNNING[metric.type]} AS values,
             arrayPopBack(arrayPushFront(values, 0.)) AS before,
             arrayMap((pair, i, now, then) -> (pair.1, ${isMean ? "i = 1" : "0"}, now - then, now * now - then * then),
                      pairs, arrayEnumerate(pairs), values, before) AS grown,
             ${isMean ? "grown" : "arrayPushFront(grown, (toUnixTimestamp64Milli(any(exposed.first_at)), 1, 0., 0.))"} AS moments
      FROM ${exposures(phase)} AS exposed
      LEFT JOIN ${countedEvents(metric)} AS happened ON happened.visitor_id = exposed.visitor_id
      WHERE exposed.seen = 1
      GROUP BY exposed.visitor_id
    )
    ARRAY JOIN moments AS moment
    GROUP BY variation, step ORDER BY step, variation`;
  return store.query<BucketTotals>(sql, { ...phaseParams(phase), ...metricParams(metric), ends });
}
