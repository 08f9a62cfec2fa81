import Type, { type Static } from "typebox";
import { MAX_POINTER_LENGTH } from "../content/contentPointer.ts";
import { FlagKeySchema, JsonSchema, TargetingSchema } from "../flags/flags.schema.ts";
import { GoalConditionSchema } from "../goals/goals.schema.ts";
import { Extend } from "../kernel/extend.ts";
import type { Locale } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { LEAD_OUTCOMES } from "../leads/leadStatus.ts";
import type { DraftField } from "../publishing/publishing.schema.ts";
import type { NamedDimension } from "../questions/dimensions.ts";
import { FiltersParamSchema } from "../questions/query.schema.ts";
import {
  EXPERIMENT_KINDS,
  type ExperimentDefinition,
  type ExperimentState,
  METRIC_TYPES,
  type Metric,
  type VariedPage,
} from "./experimentDefinition.ts";

const KeySchema = Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,59}$" });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const PositiveShare = Type.Number({ exclusiveMinimum: 0, maximum: 1 });
const Name = Type.String({ minLength: 1, maxLength: 120 });
const EventText = Type.String({ maxLength: 200 });
const PathText = Type.String({ maxLength: 500 });
const Effect = Type.Number({ exclusiveMinimum: 0, maximum: 10 });

/** Shape of {@link ContentChanges}. */
export const ContentChangesSchema = Type.Record(
  Type.String({ maxLength: 200 }),
  Type.Record(Type.String({ maxLength: MAX_POINTER_LENGTH }), JsonSchema, { maxProperties: 5000 }),
  { maxProperties: 100 },
);

const VariationSchema = Type.Object(
  { key: KeySchema, name: Name, value: JsonSchema, weight: Share },
  { additionalProperties: false },
);

/** What a metric counts. */
const CountedSchema = Type.Object(
  {
    type: OneOf(METRIC_TYPES),
    event: EventText,
    path: PathText,
    property: EventText,
    condition: Type.Optional(GoalConditionSchema),
    worth: Type.Optional(Type.Number({ minimum: 0, maximum: 1e9 })),
    lead: Type.Optional(OneOf(LEAD_OUTCOMES)),
  },
  { additionalProperties: false },
);

const MetricSchema = Extend(
  [CountedSchema],
  { id: KeySchema, name: Name, goal: OneOf(["increase", "decrease"]), isGuardrail: Type.Boolean() },
  { additionalProperties: false },
);

/** Shape of an {@link ExperimentDefinition}. Rules that involve several properties are checked separately. */
export const ExperimentDefinitionSchema = Type.Unsafe<ExperimentDefinition>(
  Type.Object(
    {
      key: KeySchema,
      name: Name,
      hypothesis: Type.String({ maxLength: 2000 }),
      kind: OneOf(EXPERIMENT_KINDS),
      flag: FlagKeySchema,
      page: PathText,
      variations: Type.Array(VariationSchema, { minItems: 2, maxItems: 10 }),
      targeting: TargetingSchema,
      coverage: Share,
      metrics: Type.Array(MetricSchema, { minItems: 1, maxItems: 20 }),
      minimumEffect: Effect,
    },
    { additionalProperties: false },
  ),
);

export const ExperimentChangeSchema = Type.Object(
  { revision: Type.Integer({ minimum: 0 }), definition: ExperimentDefinitionSchema },
  { additionalProperties: false },
);
export type ExperimentChange = Static<typeof ExperimentChangeSchema>;

export const SHIP_CHOICES = ["published", "variation"] as const;

/** Which text is kept where another one was published since the experiment started. `published` is the one that was seen. */
const ShipDecisionSchema = Type.Object(
  {
    item: Type.String({ maxLength: 200 }),
    pointer: Type.String({ maxLength: MAX_POINTER_LENGTH }),
    published: JsonSchema,
    keep: OneOf(SHIP_CHOICES),
  },
  { additionalProperties: false },
);
export type ShipDecision = Static<typeof ShipDecisionSchema>;

/** Body to start, stop or ship an experiment. `variation` is the key of the variation to ship. */
export const ExperimentStepSchema = Type.Object(
  {
    revision: Type.Integer({ minimum: 1 }),
    variation: Type.Optional(KeySchema),
    decisions: Type.Optional(Type.Array(ShipDecisionSchema, { maxItems: 10_000 })),
  },
  { additionalProperties: false },
);
export type ExperimentStep = Static<typeof ExperimentStepSchema>;

export const ShippingQuerySchema = Type.Object({ variation: KeySchema }, { additionalProperties: false });

/** A text or order of sections that shipping a variation publishes. */
export interface ShippedField
  extends Pick<DraftField, "item" | "pointer" | "label" | "value" | "conflict" | "problem"> {
  /** Title of the page, and the language of the text; null for sections. */
  title: string;
  locale: Locale | null;
}

/** What shipping a variation of a content experiment publishes, without what is published already. */
export interface ShippingResponse {
  fields: ShippedField[];
}

/** An experiment with its state. */
export interface ExperimentSummary {
  definition: ExperimentDefinition;
  revision: number;
  state: ExperimentState;
  /** 0 before the first start. Each start begins a new phase. */
  phase: number;
  /** `startedAt` and `stoppedAt` are of the latest phase. Times are milliseconds since the epoch. */
  startedAt: number | null;
  stoppedAt: number | null;
  updatedAt: number;
  updatedBy: string;
  /** Key of the variation that everybody gets: its texts were published, or its value became the flag's default. */
  shipped: string | null;
}

/** The restoration that took a publication back as a whole: its number, and its time in milliseconds since the epoch. */
export interface TakenBack {
  revision: number;
  at: number;
}

/** An experiment, and what became of the texts that it shipped. */
export interface ListedExperiment extends ExperimentSummary {
  /** Null while what was shipped is published, or later changes have replaced it. */
  takenBack: TakenBack | null;
}

export interface ExperimentsResponse {
  experiments: ListedExperiment[];
}

/** One run of an experiment. Times are milliseconds since the epoch. */
export interface ExperimentPhase {
  /** Counts from 1. */
  phase: number;
  startedAt: number;
  /** Null while it runs. */
  stoppedAt: number | null;
}

export interface ExperimentResponse extends ListedExperiment {
  /** All phases, the first one first. */
  phases: ExperimentPhase[];
  /** Path of the page that shows the experiment, in English; null if it no longer exists. */
  path: string | null;
  /** Number of the last publication that shipped texts of this experiment; null if there is none. */
  publication: number | null;
}

/**
 * What results can be broken down by: dimensions of the visit in which a visitor first saw the experiment, and whether it was their first visit. None of
 * them can depend on the variation.
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

/** Results of one goal, or of what came of leads, besides the experiment's own metrics: `goal-3`, `goal-3-value`, `leads`. */
const EXPLORED = "^(goal-[1-9][0-9]{0,9}(-value)?|leads|won_leads|won_value)$";

/** Asks how long an experiment would take, saved or not. */
export const EstimateSchema = Type.Object(
  {
    kind: OneOf(EXPERIMENT_KINDS),
    page: PathText,
    targeting: TargetingSchema,
    coverage: PositiveShare,
    /** Of all variations, the control first. */
    weights: Type.Array(PositiveShare, { minItems: 2, maxItems: 10 }),
    /** The primary metric. */
    metric: CountedSchema,
    minimumEffect: Effect,
  },
  { additionalProperties: false },
);
export type Estimate = Static<typeof EstimateSchema>;

/** Days of traffic that an estimate is based on, at most. */
export const ESTIMATE_DAYS = 28;

/** An experiment that takes longer should look for a larger effect: visitors change and lose their cookies meanwhile. */
export const LONGEST_DAYS = 56;

/** What it takes to detect an effect. */
export interface EstimatedPlan {
  minimumEffect: number;
  /** Of each variation. */
  users: number;
  /** Days from the start, a week at least. */
  days: number;
}

export interface EstimateResponse {
  /** Paths whose visitors were counted; empty for all pages. */
  paths: string[];
  /** Days of traffic that were counted, up to {@link ESTIMATE_DAYS}. */
  days: number;
  /** Visitors in these days who match the targeting, before the rollout. */
  visitors: number;
  /** The metric's current mean (a rate for conversions); null while nobody has a value. */
  baseline: number | null;
  /** The standard deviation of the metric between visitors; null while fewer than two have a value. */
  spread: number | null;
  /** What is missing for a plan. Null if there is one. */
  missing: EstimateNeed | null;
  plan: EstimatedPlan | null;
  /** The smallest effect that fits in {@link LONGEST_DAYS}. Null if the plan fits already, or if no effect up to 100% does. */
  suggestion: EstimatedPlan | null;
}

export const ResultsQuerySchema = Extend(
  [FiltersParamSchema],
  {
    split: Type.Optional(OneOf(SEGMENT_DIMENSIONS)),
    tz: Type.String({ minLength: 1, maxLength: 64 }),
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
  /** Part of the visitors, or several phases: nothing is decided. */
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
 * What must be there before a running time can be estimated: a full day, {@link ESTIMATE_VISITORS}, a metric above 0; while an experiment runs, also rates
 * with which the estimate was about the same a day ago.
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

/** Looks that a result outside of the plan is corrected for: a filter is one of many that could have been tried, and so is an explored metric. */
export const EXPLORED_LOOKS = 10;
/** Phases that can be added up: the latest ones. */
export const MAX_PHASES = 12;

export interface ResultsResponse {
  phase: number | "all";
  /** Part of the visitors, or several phases. Intervals and p-values are corrected as one of {@link EXPLORED_LOOKS} looks, and nothing is decided. */
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
   * The primary metric and guardrails by themselves. Secondary metrics are corrected for their number by the rule of Benjamini and Hochberg: the p-values are
   * adjusted, and the intervals widened to match.
   */
  metrics: MetricResult[];
  /** The metric that was asked for besides; corrected as one of {@link EXPLORED_LOOKS} looks. */
  explored: MetricResult | null;
  course: ResultsPoint[];
  splits: VisitorSegmentResult[];
}

export interface EditablePagesResponse {
  pages: VariedPage[];
}

export const EXPERIMENTS_ROUTES = {
  "GET /experiments": { access: "read content", response: response<ExperimentsResponse>() },
  "POST /experiments/estimate": {
    access: "read content",
    body: EstimateSchema,
    response: response<EstimateResponse>(),
  },
  "GET /experiments/:key": { access: "read content", response: response<ExperimentResponse>() },
  "PUT /experiments/:key": {
    access: "edit content",
    body: ExperimentChangeSchema,
    response: response<ExperimentResponse>(),
    invalidates: ["GET /experiments", "GET /changes"],
  },
  "GET /experiments/:key/results": {
    access: "read content",
    query: ResultsQuerySchema,
    response: response<ResultsResponse>(),
  },
  "POST /experiments/:key/start": {
    access: "edit content",
    body: ExperimentStepSchema,
    response: response<ExperimentResponse>(),
    invalidates: ["GET /experiments*", "GET /changes", "GET /flags*", "GET /content*"],
  },
  "POST /experiments/:key/stop": {
    access: "edit content",
    body: ExperimentStepSchema,
    response: response<ExperimentResponse>(),
    invalidates: ["GET /experiments*", "GET /changes", "GET /flags*", "GET /content*"],
  },
  "POST /experiments/:key/ship": {
    access: "publish content",
    body: ExperimentStepSchema,
    response: response<ExperimentResponse>(),
    invalidates: ["GET /experiments*", "GET /changes", "GET /flags*", "GET /content*"],
  },
  "GET /experiments/:key/shipping": {
    access: "read content",
    query: ShippingQuerySchema,
    response: response<ShippingResponse>(),
  },
  "GET /page-texts": { access: "read content", response: response<EditablePagesResponse>() },
} as const satisfies RouteRows;
