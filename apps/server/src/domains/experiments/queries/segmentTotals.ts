import type { Metric } from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { exposuresBy, type Phase, phaseParams } from "./exposures.ts";
import { SUMS, type Totals } from "./metricTotals.ts";
import { metricParams, userValues } from "./userValues.ts";

interface SegmentTotals extends Totals {
  /** Value of the dimension, such as a country code; empty if unknown. */
  value: string;
  variation: string;
}

interface SegmentOptions {
  metric: Metric;
  split: SegmentDimension;
  /** Maximum number of segments; those with the most visitors are kept. */
  most: number;
}

/** Totals of one metric by segment and variation, the largest segments first. */
export function querySegmentTotals(
  store: Pick<EventStore, "query">,
  phase: Phase,
  { metric, split, most }: SegmentOptions,
): Promise<SegmentTotals[]> {
  const sql = `
    WITH largest AS (
      SELECT split, count() AS size FROM ${exposuresBy(split, phase)} WHERE seen = 1
      GROUP BY split ORDER BY size DESC, split LIMIT {most:UInt32}
    )
    SELECT valued.split AS value, valued.variation AS variation, ${SUMS}
    FROM ${userValues(metric, exposuresBy(split, phase))} AS valued
    INNER JOIN largest ON largest.split = valued.split
    GROUP BY valued.split, valued.variation
    ORDER BY any(largest.size) DESC, value`;
  return store.query<SegmentTotals>(sql, { ...phaseParams(phase), ...metricParams(metric), most });
}
