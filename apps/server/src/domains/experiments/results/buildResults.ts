import { type ExperimentDefinition, type Metric, ONE_DAY, type Timestamp } from "@marquee/contract";
import {
  EXPLORED_LOOKS,
  type MetricResult,
  type RemainingTime,
  type ResultsResponse,
  type SegmentDimension,
  type Verdict,
} from "@marquee/contract/schema";
import { missingForEstimate } from "../estimate/estimatePlan.ts";
import type { queryExposedUsers, queryExposureTimeSeries } from "../queries/exposedUsers.ts";
import type { queryMetricTimeSeries } from "../queries/metricTimeSeries.ts";
import type { Totals } from "../queries/metricTotals.ts";
import type { querySegmentTotals } from "../queries/segmentTotals.ts";
import { analyse } from "../statistics/analyse.ts";
import type { AnalysisResult } from "../statistics/analyse.types.ts";
import type { Shortfall } from "../statistics/decide.ts";
import { DEFAULT_SETTINGS } from "../statistics/settings.ts";
import { correctSecondary } from "./correctSecondary.ts";
import { buildTimeSeries, totalsAt } from "./course.ts";
import { figuresOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";
import { buildSegments } from "./segments.ts";

/** Totals of a metric by variation key. */
export type TotalsByVariation = ReadonlyMap<string, Totals>;

/** Event store data of one phase of an experiment. */
export interface Counted extends Awaited<ReturnType<typeof queryExposedUsers>> {
  /** In the order of the definition's metrics. */
  totals: readonly TotalsByVariation[];
  explored: { metric: Metric; totals: TotalsByVariation } | null;
  growth: Awaited<ReturnType<typeof queryMetricTimeSeries>>;
  exposed: Awaited<ReturnType<typeof queryExposureTimeSeries>>;
  ends: readonly Timestamp[];
  groups: Awaited<ReturnType<typeof querySegmentTotals>>;
  split: SegmentDimension | null;
}

export interface Ran {
  phase: ResultsResponse["phase"];
  definition: ExperimentDefinition;
  isRunning: boolean;
  daysRun: number;
  /** Whether it covers only part of the visitors, or several phases. */
  isExploratory: boolean;
}

/** All results of one phase that the console shows. Pure: the same counts give the same results. */
export function buildResults(ran: Ran, counted: Counted): ResultsResponse {
  const { phase, definition, isExploratory } = ran;
  const { variations, metrics } = definition;
  const sizes = variations.map(({ key }) => counted.users.get(key) ?? 0);
  const users = sizes.reduce((sum, size) => sum + size, 0);
  const looks = isExploratory ? EXPLORED_LOOKS : 1;
  const [metric] = metrics;
  const decisive = metric && { metric, ...analyzeMetric(metric, ran, counted, sizes) };
  const { sampleRatio, runningTime } = decisive ?? NONE;
  return {
    phase,
    isExploratory,
    phases: [],
    definition,
    verdict: verdictOf(decisive ?? null, ran, { counted, sizes, users }),
    users,
    sawSeveral: counted.sawSeveral,
    sampleRatio: {
      pValue: users === 0 ? null : (sampleRatio?.pValue ?? null),
      isMismatch: sampleRatio?.isMismatch ?? false,
      variations: variations.map(({ key, weight }, index) => ({
        variation: key,
        users: sizes[index] ?? 0,
        expected: users * weight,
      })),
    },
    usersNeeded: runningTime?.sequential ?? null,
    metrics: metricResults(definition, counted.totals, looks),
    explored:
      counted.explored &&
      resultOf(counted.explored.metric, definition, counted.explored.totals)(EXPLORED_LOOKS),
    course: metric
      ? buildTimeSeries(counted.growth, {
          metric,
          variations,
          ends: counted.ends,
          exposed: counted.exposed,
          looks,
        })
      : [],
    splits:
      metric && counted.split
        ? buildSegments(counted.groups, { metric, variations, looks: isExploratory ? EXPLORED_LOOKS : 1 })
        : [],
  };
}

const NONE = { sampleRatio: null, runningTime: null };

/** Results of a metric for a number of comparisons in addition to those of several variations. */
const resultOf =
  (
    metric: Metric,
    { variations }: Pick<ExperimentDefinition, "variations">,
    totals: TotalsByVariation | undefined,
  ) =>
  (comparisons: number): MetricResult => {
    const { variants } = analyse({
      metric,
      variants: samplesOf(metric.type, variations, totals ?? new Map()),
      weights: variations.map(({ weight }) => weight),
      daysRun: 0,
      settings: { comparisons },
    });
    return { metric, variations: figuresOf(variants) };
  };

/** In their order. Several variations share alpha, and secondary metrics are corrected together. */
function metricResults(
  definition: ExperimentDefinition,
  totals: readonly TotalsByVariation[],
  looks: number,
): MetricResult[] {
  const { metrics, variations } = definition;
  const resultFor = (metric: Metric) => resultOf(metric, definition, totals[metrics.indexOf(metric)]);
  const secondary = metrics.filter(({ isGuardrail }, index) => index > 0 && !isGuardrail);
  // Analyses multiply by the number of challengers; here they are among the tests that are corrected together.
  const challengers = variations.length - 1;
  const corrected = correctSecondary(
    secondary.map((metric) => (comparisons) => resultFor(metric)(comparisons / challengers)),
    looks,
  );
  return metrics.map((metric) => corrected[secondary.indexOf(metric)] ?? resultFor(metric)(looks));
}

function analyzeMetric(
  metric: Metric,
  { definition, daysRun }: Pick<Ran, "definition" | "daysRun">,
  { totals }: Pick<Counted, "totals">,
  sizes: readonly number[],
): AnalysisResult {
  const { metrics, variations, minimumEffect } = definition;
  const samples = (of: Metric) => samplesOf(of.type, variations, totals[metrics.indexOf(of)] ?? new Map());
  return analyse({
    metric,
    variants: samples(metric),
    weights: variations.map(({ weight }) => weight),
    sizes,
    daysRun,
    settings: { minimumEffect },
    guardrails: metrics
      .filter((each) => each.isGuardrail)
      .map((each) => ({ key: each.id, goal: each.goal, samples: samples(each) })),
  });
}

type Decisive = AnalysisResult & { metric: Metric };
interface Sizes {
  counted: Counted;
  sizes: readonly number[];
  /** Visitors who saw any variation. */
  users: number;
}

/** The verdict on the primary metric, as the API returns it. An experiment that is not running has no remaining time. */
function verdictOf(decisive: Decisive | null, ran: Ran, sizes: Sizes): Verdict {
  if (sizes.users === 0 || !decisive) return { kind: "no-visitors" };
  if (ran.isExploratory) return { kind: "exploratory" };
  const {
    metric: { id },
    verdict,
    runningTime,
  } = decisive;
  switch (verdict.kind) {
    case "sample-ratio-mismatch":
      return { kind: verdict.kind, pValue: verdict.pValue };
    case "guardrail-harmed":
      return { kind: verdict.kind, metric: verdict.guardrails[0] ?? id, variation: verdict.variant };
    case "winner":
      return { kind: verdict.kind, metric: id, variation: verdict.variant };
    case "loser":
      return { kind: verdict.kind, metric: id, variation: verdict.variants[0] ?? "" };
    case "no-difference":
      return { kind: verdict.kind, metric: id };
    case "too-early":
      return {
        kind: verdict.kind,
        usersNeeded: runningTime?.sequential ?? DEFAULT_SETTINGS.minimumUsers,
        isMinimumReached: verdict.missing.every(({ kind }) => kind === "planned-sample"),
        remaining: ran.isRunning
          ? remainingTime(decisive, ran, { ...sizes, missing: verdict.missing })
          : null,
      };
  }
}

/** Maximum change of the estimated total within a day for the rates to count as steady. */
const MOST_CHANGE = 0.25;

function remainingTime(
  { metric, runningTime }: Decisive,
  { definition, daysRun }: Ran,
  { counted, sizes, users, missing }: Sizes & { missing: readonly Shortfall[] },
): RemainingTime | null {
  const need = missingForEstimate({ days: daysRun, visitors: users, plan: runningTime });
  if (need) return { kind: "unknown", missing: need };
  if (runningTime?.daysLeft == null) return null;
  const to = counted.ends.at(-1) ?? 0;
  const before = totalsAt(counted, to - ONE_DAY);
  const age = daysRun - (to - before.at) / ONE_DAY;
  const days = age < 1 ? null : totalDays(metric, definition, { age, totals: before.totals, sizes });
  const total = atLeastMinimum(runningTime.days);
  if (total === null || days === null || Math.abs(total - days) > MOST_CHANGE * total)
    return { kind: "unknown", missing: "steady" };
  const short = missing.find(({ kind }) => kind === "days");
  const ofDays = short ? Math.ceil(short.needed - short.seen) : 0;
  return { kind: "days", days: Math.max(1, ofDays, runningTime.daysLeft) };
}

/** Days from the start to the planned sample, as estimated at an age in days. */
function totalDays(
  metric: Metric,
  definition: ExperimentDefinition,
  { age, totals, sizes }: { age: number; totals: TotalsByVariation; sizes: readonly number[] },
): number | null {
  const ofMetric = { definition: { ...definition, metrics: [metric] }, daysRun: age };
  return atLeastMinimum(analyzeMetric(metric, ofMetric, { totals: [totals] }, sizes).runningTime?.days);
}

const atLeastMinimum = (days: number | null | undefined) =>
  days == null ? null : Math.max(DEFAULT_SETTINGS.minimumDays, days);
