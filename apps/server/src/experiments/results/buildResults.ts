import type { ExperimentDefinition, Metric, Timestamp } from "@marquee/contract";
import type { RemainingTime, ResultsResponse, SegmentDimension, Verdict } from "@marquee/contract/schema";
import type { queryExposedUsers } from "../../storage/events/queries/experiments/exposedUsers.ts";
import type { queryMetricTimeSeries } from "../../storage/events/queries/experiments/metricTimeSeries.ts";
import type { Totals } from "../../storage/events/queries/experiments/metricTotals.ts";
import type { querySegmentTotals } from "../../storage/events/queries/experiments/segmentTotals.ts";
import { missingForEstimate } from "../estimate/estimatePlan.ts";
import { analyse } from "../statistics/analyse.ts";
import type { AnalysisResult } from "../statistics/analyse.types.ts";
import type { Shortfall } from "../statistics/decide.ts";
import { DEFAULT_SETTINGS } from "../statistics/settings.ts";
import { buildTimeSeries } from "./course.ts";
import { figuresOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";
import { buildSegments } from "./segments.ts";

/** Event store data of one phase of an experiment. */
export interface Counted extends Awaited<ReturnType<typeof queryExposedUsers>> {
  /** By variation key, in the order of the definition's metrics. */
  totals: readonly ReadonlyMap<string, Totals>[];
  growth: Awaited<ReturnType<typeof queryMetricTimeSeries>>;
  ends: readonly Timestamp[];
  groups: Awaited<ReturnType<typeof querySegmentTotals>>;
  split: SegmentDimension | null;
}

interface Ran {
  phase: number;
  definition: ExperimentDefinition;
  isRunning: boolean;
  daysRun: number;
}

/** All results of one phase that the console shows. Pure: the same counts give the same results. */
export function buildResults(ran: Ran, counted: Counted): ResultsResponse {
  const { phase, definition } = ran;
  const { variations, metrics } = definition;
  const sizes = variations.map(({ key }) => counted.users.get(key) ?? 0);
  const users = sizes.reduce((sum, size) => sum + size, 0);
  const analyses = metrics.map((metric) => ({ metric, ...analyzeMetric(metric, ran, counted, sizes) }));
  const [decisive] = analyses;
  const { metric, sampleRatio, runningTime } = decisive ?? NONE;
  return {
    phase,
    definition,
    verdict: users > 0 && decisive ? buildVerdict(decisive, ran, users) : { kind: "no-visitors" },
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
    metrics: analyses.map((each) => ({ metric: each.metric, variations: figuresOf(each.variants) })),
    course: metric ? buildTimeSeries(counted.growth, { metric, variations, ends: counted.ends }) : [],
    splits:
      metric && counted.split
        ? buildSegments(counted.groups, { split: counted.split, metric, variations })
        : [],
  };
}

const NONE = { metric: null, sampleRatio: null, runningTime: null };

function analyzeMetric(
  metric: Metric,
  { definition, daysRun }: Ran,
  { totals }: Counted,
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

/**
 * The verdict on the primary metric, as the API returns it.
 * @param users who saw any variation. An experiment that is not running has no remaining time.
 */
function buildVerdict(
  { metric: { id }, verdict, runningTime }: AnalysisResult & { metric: Metric },
  { isRunning, daysRun }: Pick<Ran, "isRunning" | "daysRun">,
  users: number,
): Verdict {
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
    case "too-early": {
      const usersNeeded = runningTime?.sequential ?? DEFAULT_SETTINGS.minimumUsers;
      const missing = missingForEstimate({ days: daysRun, visitors: users, plan: runningTime });
      const remaining = missing
        ? ({ kind: "unknown", missing } as const)
        : remainingDays(runningTime, verdict.missing);
      return {
        kind: verdict.kind,
        usersNeeded,
        isMinimumReached: verdict.missing.every(({ kind }) => kind === "planned-sample"),
        remaining: isRunning ? remaining : null,
      };
    }
  }
}

/** Whole days until the planned sample and the minimum days are reached; null if not known. */
function remainingDays(
  runningTime: AnalysisResult["runningTime"],
  missing: readonly Shortfall[],
): RemainingTime | null {
  const days = missing.find(({ kind }) => kind === "days");
  const ofDays = days ? Math.ceil(days.needed - days.seen) : 0;
  if (runningTime?.daysLeft == null) return null;
  return { kind: "days", days: Math.max(1, ofDays, runningTime.daysLeft) };
}
