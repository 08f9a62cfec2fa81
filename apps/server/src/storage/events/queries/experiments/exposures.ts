import { EXPOSURE_EVENT } from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import type { Selection } from "../questions/selection.ts";
import { dateRangeParams, type Span, textList, textListParam } from "../sqlParts.ts";

/** One phase of an experiment; the date range is from its start to its stop, or to now. */
export interface Phase extends Span {
  experiment: string;
  phase: number;
  /** Keys of the variations to count. */
  variations: readonly string[];
  /** Selects the visitors by the visit of their first exposure. What they do because of a variation comes later, so that it does not decide who counts. */
  selection: Pick<Selection, "ofVisits" | "params">;
}

/** Start of the keys of the demo data's experiments. They count demo visitors only, all others real ones only. */
export const DEMO_EXPERIMENT = "demo-data-";

/** Events that experiments count: no bots, no known customers, demo data as `demo` says. Needs it (0 or 1) and the parameters of `dateRangeParams`. */
export const OF_VISITORS = `
  bot = '' AND demo = {demo:UInt8} AND audience != 'customer' AND visitor_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** Columns to segment visitors by, at the first exposure. If that has an internal source, the visitor's last source counts. */
const SEGMENT_COLUMNS: Record<SegmentDimension, string> = {
  device: "toString(device)",
  country: "toString(country)",
  source: "toString(if(source = '(internal)' AND last_source != '', last_source, source))",
};

/**
 * Visitors who saw the experiment in this phase, one row each: `variation`, `first_at` and `split` (the segment) of the first exposure,
 * and `seen`, the number of different variations. Needs the parameters of {@link phaseParams}.
 */
export const exposures = (
  { selection: { ofVisits } }: Pick<Phase, "selection">,
  split: SegmentDimension = "device",
) => `(
  SELECT visitor_id, min(timestamp) AS first_at, uniqExact(shown) AS seen,
         argMin(shown, timestamp) AS variation, argMin(split_by, timestamp) AS split
  FROM (
    SELECT visitor_id, timestamp, ${ofVisits} AS is_selected, ${SEGMENT_COLUMNS[split]} AS split_by,
           JSONExtractString(properties, 'variation_id') AS shown
    FROM events_unique
    WHERE type = 'track' AND event = '${EXPOSURE_EVENT}' AND ${OF_VISITORS}
      AND JSONExtractString(properties, 'experiment_id') = {experiment:String}
      AND toUInt32OrZero(trim(BOTH '"' FROM JSONExtractRaw(properties, 'experiment_phase'))) = {phase:UInt32}
      AND shown IN ${textList("variations")}
  )
  GROUP BY visitor_id HAVING argMin(is_selected, timestamp)
)`;

export function phaseParams({
  experiment,
  phase,
  variations,
  selection,
  ...span
}: Phase): Record<string, unknown> {
  const demo = experiment.startsWith(DEMO_EXPERIMENT) ? 1 : 0;
  return {
    ...dateRangeParams(span),
    ...selection.params,
    demo,
    experiment,
    phase,
    variations: textListParam(variations),
  };
}
