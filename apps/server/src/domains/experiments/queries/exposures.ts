import { EXPOSURE_EVENT } from "@marquee/contract";
import type { SegmentDimension } from "@marquee/contract/schema";
import {
  dateRangeParams,
  type Span,
  textList,
  textListParam,
} from "../../../platform/storage/events/queries/sqlParts.ts";
import { UNIQUE_EVENTS } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import { VISIT_COLUMNS } from "../../questions/queries/dimensionColumns.ts";
import type { Selection } from "../../questions/queries/selection.ts";
import { sessionsInRange, visitsUntil } from "../../questions/queries/visits.ts";

/** One phase of an experiment; the date range is from its start to its stop, or to now. */
export interface Phase extends Span {
  experiment: string;
  phase: number;
  /** Keys of the variations to count. */
  variations: readonly string[];
  /** Selects the visitors by the visit of their first exposure. Effects of a variation come later, so they can't affect who is counted. */
  selection: Pick<Selection, "ofVisits" | "params">;
}

/** Start of the keys of the demo data's experiments. They count demo visitors only, all others real ones only. */
export const DEMO_EXPERIMENT = "demo-data-";

/**
 * Events that experiments count: no bots, no known customers, demo data depending on `demo`. Needs it (0 or 1) and the parameters of
 * `dateRangeParams`.
 */
export const OF_VISITORS = `
  bot = '' AND demo = {demo:UInt8} AND audience != 'customer' AND visitor_id != ''
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/**
 * Visitors who saw the experiment in this phase, one row each: `variation`, `first_at` and `session` (0 outside a visit) of the first exposure, `split`,
 * which is empty, and `seen`, the number of different variations. Needs the parameters of {@link phaseParams}.
 */
export const exposures = ({ selection: { ofVisits } }: Pick<Phase, "selection">) => `(
  SELECT visitor_id, min(timestamp) AS first_at, uniqExact(shown) AS seen, argMin(shown, timestamp) AS variation,
         argMin(session_id, timestamp) AS session, '' AS split
  FROM (
    SELECT visitor_id, session_id, timestamp, ${ofVisits} AS is_selected,
           JSONExtractString(properties, 'variation_id') AS shown
    FROM ${UNIQUE_EVENTS}
    WHERE type = 'track' AND event = '${EXPOSURE_EVENT}' AND ${OF_VISITORS}
      AND JSONExtractString(properties, 'experiment_id') = {experiment:String}
      AND toUInt32OrZero(trim(BOTH '"' FROM JSONExtractRaw(properties, 'experiment_phase'))) = {phase:UInt32}
      AND shown IN ${textList("variations")}
  )
  GROUP BY visitor_id HAVING argMin(is_selected, timestamp)
)`;

/** Like {@link exposures}, with the segment as `split`: the visit's value at the first exposure, as in filters. */
export function exposuresBy(split: SegmentDimension, phase: Pick<Phase, "selection">): string {
  const isReturning = split === "returning";
  const column = isReturning ? "started" : (VISIT_COLUMNS[split] ?? "''");
  const all = exposures(phase);
  // A visitor's first visit may be older than the phase.
  const firstVisits = `
    LEFT JOIN (
      SELECT visitor_id, min(started) AS first_visit FROM ${visitsUntil(["visitor_id", "started"], { includesCustomers: true })}
      WHERE visitor_id IN (SELECT visitor_id FROM ${all}) GROUP BY visitor_id) AS earlier ON earlier.visitor_id = exposed.visitor_id`;
  const kind =
    "multiIf(visit.session_id = 0, '', earlier.visitor_id != '' AND earlier.first_visit < visit.started, 'returning', 'new')";
  return `(
    SELECT exposed.visitor_id AS visitor_id, exposed.first_at AS first_at, exposed.seen AS seen, exposed.variation AS variation,
           ${isReturning ? kind : `toString(visit.${column})`} AS split
    FROM ${all} AS exposed
    LEFT JOIN ${sessionsInRange([column], { includesCustomers: true })} AS visit
      ON visit.session_id = exposed.session AND visit.visitor_id = exposed.visitor_id
    ${isReturning ? firstVisits : ""})`;
}

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
