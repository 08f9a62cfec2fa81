import { type Metric, ONE_HOUR, type Timestamp, type Variation } from "@marquee/contract";
import type { ResultsPoint } from "@marquee/contract/schema";
import { bucketStarts } from "../../../platform/time/timeSeries.ts";
import type { queryExposureTimeSeries } from "../queries/exposedUsers.ts";
import type { queryMetricTimeSeries } from "../queries/metricTimeSeries.ts";
import type { Totals } from "../queries/metricTotals.ts";
import type { VariantSample } from "../statistics/analyse.types.ts";
import { isProportion } from "../statistics/sample.ts";
import { sequential } from "../statistics/sequential.ts";
import { settingsFor } from "../statistics/settings.ts";
import { ends as endsOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";

/** Up to this age, an experiment has one point per hour; after that, one per day. */
const YOUNG = 48 * ONE_HOUR;

interface TimeSeriesOptions {
  metric: Pick<Metric, "type">;
  variations: readonly Variation[];
  ends: readonly Timestamp[];
  exposed: Awaited<ReturnType<typeof queryExposureTimeSeries>>;
  /** Number of looks that the results are corrected for. */
  looks: number;
}

/** Cumulative results at each of `ends`, added up from the growth in between. */
export function buildTimeSeries(
  growth: Awaited<ReturnType<typeof queryMetricTimeSeries>>,
  { metric, variations, ends, exposed, looks }: TimeSeriesOptions,
): ResultsPoint[] {
  const totals = new Map<string, Totals>();
  return ends.map((at, index) => {
    for (const { variation, ...more } of growth.filter(({ step }) => step === index)) {
      totals.set(variation, addTotals(totals.get(variation), more));
    }
    const exposedTo = (key: string) =>
      exposed.find(({ step, variation }) => step === index && variation === key)?.users ?? 0;
    const results = cumulativeResults(samplesOf(metric.type, variations, totals), looks);
    return { at, variations: results.map((each) => ({ ...each, exposed: exposedTo(each.variation) })) };
  });
}

/** The totals at the last of the ends up to a time; `at` is 0 before the first one. */
export function totalsAt(
  { growth, ends }: { growth: Awaited<ReturnType<typeof queryMetricTimeSeries>>; ends: readonly Timestamp[] },
  until: Timestamp,
): { at: Timestamp; totals: ReadonlyMap<string, Totals> } {
  const last = ends.findLastIndex((end) => end <= until);
  const totals = new Map<string, Totals>();
  for (const { step, variation, ...more } of growth)
    if (step <= last) totals.set(variation, addTotals(totals.get(variation), more));
  return { at: ends[last] ?? 0, totals };
}

export function addTotals(before: Totals | undefined, { users, sum, sumOfSquares }: Totals): Totals {
  if (!before) return { users, sum, sumOfSquares };
  return {
    users: before.users + users,
    sum: before.sum + sum,
    sumOfSquares: before.sumOfSquares + sumOfSquares,
  };
}

function cumulativeResults(
  samples: readonly VariantSample[],
  looks: number,
): Omit<ResultsPoint["variations"][number], "exposed">[] {
  const settings = settingsFor(samples.length - 1, { comparisons: looks });
  const [control] = samples;
  const base = control ? meanOf(control) : 0;
  return samples.map((sample) => {
    const mean = meanOf(sample);
    const result = control && sample !== control ? sequential(control, sample, settings) : null;
    return {
      variation: sample.key,
      users: sample.users,
      mean,
      lift: result && base > 0 ? mean / base - 1 : null,
      sequential: result?.lift ? endsOf(result.lift) : null,
    };
  });
}

function meanOf(sample: VariantSample): number {
  const total = isProportion(sample) ? sample.conversions : sample.sum;
  return sample.users === 0 ? 0 : total / sample.users;
}

/**
 * Ends of the hours (up to 48 hours) or days of a phase, in a time zone. The last is the end of the phase.
 * @returns milliseconds since the epoch, ascending.
 */
export function bucketEnds({ from, to, tz }: { from: Timestamp; to: Timestamp; tz: string }): Timestamp[] {
  const interval = to - from <= YOUNG ? "hour" : "day";
  return [...bucketStarts({ from, to, interval, tz }).slice(1), to];
}
