import Type, { type Static } from "typebox";
import {
  EXPERIMENT_KINDS,
  type ExperimentDefinition,
  type ExperimentState,
  METRIC_TYPES,
  type Metric,
  type PageText,
} from "../../experiments/experimentDefinition.ts";
import { FlagKeySchema, JsonSchema, OneOf, TargetingSchema } from "./flags.ts";

const KeySchema = Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,59}$" });
const Share = Type.Number({ minimum: 0, maximum: 1 });
const Name = Type.String({ minLength: 1, maxLength: 120 });

/** Shape of a {@link ContentPatch}. Saving an experiment also checks that the page has these texts and sections. */
export const ContentPatchSchema = Type.Object(
  {
    copy: Type.Optional(
      Type.Record(Type.String(), Type.Record(Type.String(), Type.String({ maxLength: 5000 }))),
    ),
    order: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 100 })),
  },
  { additionalProperties: false },
);

const VariationSchema = Type.Object(
  { key: KeySchema, name: Name, value: JsonSchema, weight: Share },
  { additionalProperties: false },
);

const MetricSchema = Type.Object(
  {
    id: KeySchema,
    name: Name,
    type: OneOf(METRIC_TYPES),
    event: Type.String({ maxLength: 200 }),
    path: Type.String({ maxLength: 500 }),
    property: Type.String({ maxLength: 200 }),
    goal: Type.Union([Type.Literal("increase"), Type.Literal("decrease")]),
    isGuardrail: Type.Boolean(),
  },
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
      page: Type.String({ maxLength: 500 }),
      variations: Type.Array(VariationSchema, { minItems: 2, maxItems: 10 }),
      targeting: TargetingSchema,
      coverage: Share,
      metrics: Type.Array(MetricSchema, { minItems: 1, maxItems: 20 }),
      minimumEffect: Type.Number({ exclusiveMinimum: 0, maximum: 10 }),
    },
    { additionalProperties: false },
  ),
);

export const ExperimentChangeSchema = Type.Object(
  { revision: Type.Integer({ minimum: 0 }), definition: ExperimentDefinitionSchema },
  { additionalProperties: false },
);
export type ExperimentChange = Static<typeof ExperimentChangeSchema>;

/** Body to start, stop or ship an experiment. `variation` is the key of the variation to ship. */
export const ExperimentStepSchema = Type.Object(
  { revision: Type.Integer({ minimum: 1 }), variation: Type.Optional(KeySchema) },
  { additionalProperties: false },
);
export type ExperimentStep = Static<typeof ExperimentStepSchema>;

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
  /** Key of the variation that became the flag's default. */
  shipped: string | null;
}

export interface ExperimentsResponse {
  experiments: ExperimentSummary[];
}

export interface ExperimentResponse extends ExperimentSummary {
  /** One preview link per variation, in order. It shows the variation to anyone who opens it and counts nothing. */
  previews: { variation: string; url: string }[];
}

export const SPLITS = ["device", "country", "source"] as const;
export type SegmentDimension = (typeof SPLITS)[number];

export const ResultsQuerySchema = Type.Object(
  { split: Type.Optional(OneOf(SPLITS)), tz: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export type ResultsQuery = Static<typeof ResultsQuerySchema>;

/** Lower and upper bound of an interval. */
export type CredibleInterval = readonly [number, number];

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
  /** 95% credible interval of the lift. */
  credible: CredibleInterval | null;
  chanceToWin: number | null;
  /** Expected relative loss if the variation is shipped although it is not better. */
  expectedLoss: number | null;
  /** `pValue` and `confidence` (interval of the lift) are valid for a single look at the planned end. */
  pValue: number | null;
  confidence: CredibleInterval | null;
  /** `sequentialPValue` and `sequential` (interval of the lift) stay valid however often the results are checked. */
  sequentialPValue: number | null;
  sequential: CredibleInterval | null;
}

export interface MetricResult {
  metric: Metric;
  variations: VariationFigures[];
}

/** The verdict; the console turns it into text. `metric` and `variation` are IDs. */
export type Verdict =
  | { kind: "not-started" }
  | { kind: "no-visitors" }
  | { kind: "sample-ratio-mismatch"; pValue: number }
  | { kind: "guardrail-harmed"; metric: string; variation: string }
  | { kind: "winner"; metric: string; variation: string }
  | { kind: "loser"; metric: string; variation: string }
  | { kind: "no-difference"; metric: string }
  | { kind: "too-early"; usersNeeded: number; daysLeft: number | null };

/** The primary metric at the end of a day, or of an hour in the first two days. */
export interface ResultsPoint {
  /** Milliseconds since the epoch. */
  at: number;
  variations: {
    variation: string;
    users: number;
    mean: number;
    lift: number | null;
    sequential: CredibleInterval | null;
  }[];
}

export interface VisitorSegmentResult {
  /** For example `Germany` or `mobile`. */
  value: string;
  /** For the primary metric, with p-values adjusted for the number of segments. */
  variations: VariationFigures[];
}

export interface ResultsResponse {
  phase: number;
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
  metrics: MetricResult[];
  course: ResultsPoint[];
  splits: VisitorSegmentResult[];
}

/** See {@link PageText}. */
export type PageTextResponse = PageText;

export interface EditablePagesResponse {
  pages: Pick<PageText, "page" | "path">[];
}
