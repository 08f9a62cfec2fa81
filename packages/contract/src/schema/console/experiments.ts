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

/** A {@link ContentPatch}; that a page has these texts and sections is checked where experiments are saved. */
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

/** An {@link ExperimentDefinition}; what hangs together is checked beyond it. */
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

/** Start, stop or ship; `variation` names the one to ship. */
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
  /** 0 before the first start; each start is a phase of its own. */
  phase: number;
  /** Milliseconds since the epoch, of the latest phase. */
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
  /** One link per variation, in order: shows it to whoever opens it, and counts nothing. */
  previews: { variation: string; url: string }[];
}

export const SPLITS = ["device", "country", "source"] as const;
export type SegmentDimension = (typeof SPLITS)[number];

export const ResultsQuerySchema = Type.Object(
  { split: Type.Optional(OneOf(SPLITS)), tz: Type.String({ minLength: 1, maxLength: 64 }) },
  { additionalProperties: false },
);
export type ResultsQuery = Static<typeof ResultsQuerySchema>;

/** Low and high end. */
export type CredibleInterval = readonly [number, number];

/** How one variation does by one metric. Shares, not percent; lift is relative to the control, whose own are null. */
export interface VariationFigures {
  variation: string;
  users: number;
  /** Users who converted, or the sum of the metric. */
  total: number;
  /** Conversion rate, or the mean per user. */
  mean: number;
  lift: number | null;
  /** 95 % credible interval of the lift. */
  credible: CredibleInterval | null;
  chanceToWin: number | null;
  /** Relative loss to be expected from shipping it though it is not better. */
  expectedLoss: number | null;
  /** For one look at the planned end. */
  pValue: number | null;
  confidence: CredibleInterval | null;
  /** Hold however often one looks. */
  sequentialPValue: number | null;
  sequential: CredibleInterval | null;
}

export interface MetricResult {
  metric: Metric;
  variations: VariationFigures[];
}

/** The verdict; the console words it. `metric` and `variation` are IDs. */
export type Verdict =
  | { kind: "not-started" }
  | { kind: "no-visitors" }
  | { kind: "sample-ratio-mismatch"; pValue: number }
  | { kind: "guardrail-harmed"; metric: string; variation: string }
  | { kind: "winner"; metric: string; variation: string }
  | { kind: "loser"; metric: string; variation: string }
  | { kind: "no-difference"; metric: string }
  | { kind: "too-early"; usersNeeded: number; daysLeft: number | null };

/** The first metric as it stood at the end of a day (or hour, in the first two days). */
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
  /** Such as `Germany` or `mobile`. */
  value: string;
  /** Of the first metric, p-values adjusted for the number of groups. */
  variations: VariationFigures[];
}

export interface ResultsResponse {
  phase: number;
  verdict: Verdict;
  users: number;
  /** Visitors who saw more than one variation: they tell nothing and are in no other figure. */
  sawSeveral: number;
  /** Planned and found, per variation, and how likely so large a difference is by chance. */
  sampleRatio: {
    pValue: number | null;
    isMismatch: boolean;
    variations: { variation: string; users: number; expected: number }[];
  };
  /** Users per variation for the effect worth finding at 80 % power; null while the control has no conversions to reckon from. */
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
