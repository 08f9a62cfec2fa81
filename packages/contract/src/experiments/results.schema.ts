import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { NamedDimension } from "../questions/dimensions.ts";
import { FiltersQuerySchema } from "../questions/query.schema.ts";
import type { ExperimentDefinition, Metric } from "./experimentDefinition.ts";
import type { ExperimentPhase } from "./experiments.schema.ts";

/** Results of one goal or of lead outcomes, besides the experiment's own metrics: `goal-3`, `goal-3-value`, `leads`. */
const EXPLORED = "^(goal-[1-9][0-9]{0,9}(-value)?|leads|won_leads|won_value)$";

/**
 * Dimensions for breaking down results: dimensions of the visit in which a visitor first saw the experiment, and whether it was their first visit. None
 * of them can depend on the variation.
 */
export const SEGMENT_DIMENSIONS = [
  "visit:device",
  "visit:country",
  "visit:channel",
  "returning",
  "visit:source",
  "visit:referrer",
  "visit:utm_source",
  "visit:utm_medium",
  "visit:utm_campaign",
  "visit:entry_page",
  "visit:language",
  "visit:locale",
  "visit:browser",
  "visit:os",
  "visit:screen",
] as const satisfies readonly (NamedDimension | "returning")[];

export type SegmentDimension = (typeof SEGMENT_DIMENSIONS)[number];

/** Values of the dimension `returning`. */
export const VISITOR_KINDS = ["new", "returning"] as const;

const ResultsQuerySchema = Extend(
  [FiltersQuerySchema],
  {
    split: Type.Optional(OneOf(SEGMENT_DIMENSIONS)),
    /** The latest phase by default; `all` adds up those with the same variations and metrics. */
    phase: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: 1_000_000 }), Type.Literal("all")])),
    explored: Type.Optional(Type.String({ pattern: EXPLORED })),
  },
  { additionalProperties: false },
);

export type ResultsQuery = Static<typeof ResultsQuerySchema>;

/** Lower and upper end of an interval. */
export type IntervalEnds = readonly [number, number];

/**
 * Test of a variation against the control, at 5% for all variations together. The p-value is below 0.05 exactly if the
 * intervals exclude 0.
 */
export interface TestFigures {
  pValue: number;
  /** Interval of the lift. Null if it has no bounds, because the control's mean is not clearly above 0. */
  lift: IntervalEnds | null;
  /** Interval of the difference of the means. */
  difference: IntervalEnds;
}

/**
 * Results of one variation for one metric. Rates and lifts are fractions, not percentages. `lift` and what follows it
 * compare with the control and are null for the control itself.
 */
export interface VariationFigures {
  variation: string;
  users: number;
  /** Number of users who converted, or the sum of the metric. */
  total: number;
  /** Conversion rate, or mean per user. */
  mean: number;
  lift: number | null;
  chanceToWin: number | null;
  /** Expected relative loss if the variation is shipped although it is not better. */
  expectedLoss: number | null;
  /** Valid however often the results are checked. The verdict uses this one. */
  sequential: TestFigures | null;
  /** Valid for a single look at the planned end. */
  fixedHorizon: TestFigures | null;
}

export interface MetricResult {
  metric: Metric;
  variations: VariationFigures[];
}

/** The verdict; the console turns it into text. `metric` and `variation` are IDs. */
export type Verdict =
  | { kind: "not-started" }
  | { kind: "no-visitors" }
  /** Part of the visitors, or several phases: no verdict. */
  | { kind: "exploratory" }
  | { kind: "sample-ratio-mismatch"; pValue: number }
  | { kind: "guardrail-harmed"; metric: string; variation: string }
  | { kind: "winner"; metric: string; variation: string }
  | { kind: "loser"; metric: string; variation: string }
  | { kind: "no-difference"; metric: string }
  | {
      kind: "too-early";
      usersNeeded: number;
      /** Whether there is enough for any verdict (a week, visitors, conversions), and only the planned sample is missing. */
      isMinimumReached: boolean;
      /** Null unless it runs. */
      remaining: RemainingTime | null;
    };

/**
 * Requirements for estimating a running time: a full day, {@link ESTIMATE_VISITORS}, a metric above 0; while an experiment runs, also rates with which the
 * estimate was about the same a day ago.
 */
export type EstimateNeed = "first-day" | "visitors" | "conversions" | "steady";

/** Time until the planned sample is reached, or what is missing to estimate it. */
export type RemainingTime = { kind: "days"; days: number } | { kind: "unknown"; missing: EstimateNeed };

/** Visitors that an estimate of a running time needs, in all variations together. */
export const ESTIMATE_VISITORS = 100;

/** The primary metric at the end of a day, or of an hour in the first two days. */
export interface ResultsPoint {
  /** Milliseconds since the epoch. */
  at: number;
  variations: {
    variation: string;
    users: number;
    /** Visitors who first saw the experiment in this day or hour, whether or not they have a value of the metric. */
    exposed: number;
    mean: number;
    lift: number | null;
    /** Sequential interval of the lift. */
    sequential: IntervalEnds | null;
  }[];
}

export interface VisitorSegmentResult {
  /** A value of the dimension, such as `DE`; `(not set)` if it is unknown. */
  value: string;
  /** For the primary metric, with p-values and intervals corrected for the number of segments. */
  variations: VariationFigures[];
}

/** One phase among several. */
export interface PhaseResult extends ExperimentPhase {
  verdict: Verdict;
  users: number;
  /** Whether the sizes do not match the weights. */
  isMismatch: boolean;
  /** Why the phase is not part of the sum; null if it is. */
  differs: "variations" | "weights" | "metric" | null;
  /** The phase's own primary metric. */
  primary: MetricResult | null;
}

/**
 * Number of looks that a result outside of the plan is corrected for: a filter is one of many that could have been tried, and so is an explored
 * metric.
 */
export const EXPLORED_LOOKS = 10;

/** Phases that can be added up: the latest ones. */
export const MAX_PHASES = 12;

export interface ResultsResponse {
  phase: number | "all";
  /**
   * Part of the visitors, or several phases. Intervals and p-values are corrected as one of {@link EXPLORED_LOOKS} looks, and there is no verdict.
   */
  isExploratory: boolean;
  /** With `phase=all`: the latest {@link MAX_PHASES} phases, the first one first. */
  phases: PhaseResult[];
  /** The definition that the phase ran with, which may have been edited since. */
  definition: ExperimentDefinition;
  verdict: Verdict;
  users: number;
  /** Visitors who saw more than one variation. They are excluded from every other number. */
  sawSeveral: number;
  /** Expected and actual users per variation, with the probability that a difference this large occurs by chance. */
  sampleRatio: {
    pValue: number | null;
    isMismatch: boolean;
    variations: { variation: string; users: number; expected: number }[];
  };
  /** Users needed per variation to find the minimum effect at 80% power; null while the control has no conversions to calculate from. */
  usersNeeded: number | null;
  /**
   * The primary metric and guardrails are not corrected. Secondary metrics are corrected for their number by the rule of Benjamini and Hochberg: the p-values are
   * adjusted, and the intervals widened to match.
   */
  metrics: MetricResult[];
  /** The additionally requested metric; corrected as one of {@link EXPLORED_LOOKS} looks. */
  explored: MetricResult | null;
  course: ResultsPoint[];
  splits: VisitorSegmentResult[];
}

export const RESULTS_ROUTES = {
  "POST /query/experiments/:key": {
    access: "read content",
    body: ResultsQuerySchema,
    response: response<ResultsResponse>(),
  },
} as const satisfies RouteRows;
