import { EXPOSURE_EVENT } from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import { dateRangeParams, type Span, textList, textListParam } from "../sqlParts.ts";

/** One phase of an experiment; the span is from its start to its stop, or to now. */
export interface Phase extends Span {
  experiment: string;
  phase: number;
  /** Keys of the variations that count. */
  variations: readonly string[];
}

/** People who are to be learned about: no machines, no synthetic visits, no customers (they come anyway). */
export const OF_VISITORS = `
  bot = '' AND demo = 0 AND audience != 'customer' AND visitor_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** What a visitor is grouped by, as it was when the variation was first seen; what led to the site where it was seen on the way. */
const SEGMENT_COLUMNS: Record<SegmentDimension, string> = {
  device: "toString(device)",
  country: "toString(country)",
  source: "toString(if(source = '(internal)' AND last_source != '', last_source, source))",
};

/**
 * Visitors who saw the experiment in this phase, each once: `variation` and `first_at` of the first time, `seen` different
 * variations, `split` as named. Needs the parameters of {@link phaseParams}.
 */
export const exposures = (split: SegmentDimension = "device") => `(
  SELECT visitor_id, min(timestamp) AS first_at, uniqExact(shown) AS seen,
         argMin(shown, timestamp) AS variation, argMin(split_by, timestamp) AS split
  FROM (
    SELECT visitor_id, timestamp, ${SEGMENT_COLUMNS[split]} AS split_by,
           JSONExtractString(properties, 'variation_id') AS shown
    FROM events_unique
    WHERE type = 'track' AND event = '${EXPOSURE_EVENT}' AND ${OF_VISITORS}
      AND JSONExtractString(properties, 'experiment_id') = {experiment:String}
      AND toUInt32OrZero(trim(BOTH '"' FROM JSONExtractRaw(properties, 'experiment_phase'))) = {phase:UInt32}
      AND shown IN ${textList("variations")}
  )
  GROUP BY visitor_id
)`;

export function phaseParams({ experiment, phase, variations, ...span }: Phase): Record<string, unknown> {
  return { ...dateRangeParams(span), experiment, phase, variations: textListParam(variations) };
}
