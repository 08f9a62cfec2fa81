import type { ExperimentDefinition, Metric, Timestamp } from "@marquee/contract";
import type { ResultsResponse, SegmentDimension } from "@marquee/contract/schema";
import type { queryExposedUsers } from "../../storage/events/queries/experiments/exposedUsers.ts";
import type { queryMetricTimeSeries } from "../../storage/events/queries/experiments/metricCourse.ts";
import type { Totals } from "../../storage/events/queries/experiments/metricTotals.ts";
import type { querySegmentTotals } from "../../storage/events/queries/experiments/segmentTotals.ts";
import { analyse } from "../statistics/analyse.ts";
import type { AnalysisResult } from "../statistics/analyse.types.ts";
import { buildTimeSeries } from "./course.ts";
import { figuresOf } from "./figures.ts";
import { samplesOf } from "./samples.ts";
import { buildSegments } from "./splits.ts";
import { buildVerdict } from "./verdict.ts";

/** Event store data of one phase. */
export interface Counted extends Awaited<ReturnType<typeof queryExposedUsers>> {
  /** In the order of the metrics, by variation. */
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

/** Everything the console shows of one phase. Pure: the same counts have the same answer. */
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
    verdict:
      users > 0 && decisive
        ? buildVerdict(decisive, decisive.metric, ran.isRunning)
        : { kind: "no-visitors" },
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
    dailyUsers: daysRun > 0 ? sizes.reduce((sum, size) => sum + size, 0) / daysRun : 0,
    guardrails: metrics
      .filter((each) => each.isGuardrail)
      .map((each) => ({ key: each.id, goal: each.goal, samples: samples(each) })),
  });
}
