import Type, { type Static } from "typebox";
import { MAX_POINTER_LENGTH } from "../content/contentPointer.ts";
import { FlagKeySchema, JsonSchema, TargetingSchema } from "../flags/flags.schema.ts";
import { GoalConditionSchema } from "../goals/goals.schema.ts";
import { Extend } from "../kernel/extend.ts";
import type { Locale } from "../kernel/locales.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { RecordChange } from "../kernel/versioned.schema.ts";
import { LEAD_OUTCOMES } from "../leads/leadStatus.ts";
import type { DraftField } from "../publishing/drafts.schema.ts";
import {
  EXPERIMENT_KINDS,
  type ExperimentDefinition,
  type ExperimentState,
  METRIC_TYPES,
  type VariedPage,
} from "./experimentDefinition.ts";

const KeySchema = Type.String({ pattern: "^[a-z0-9][a-z0-9-]{0,59}$" });

const Share = Type.Number({ minimum: 0, maximum: 1 });

const Name = Type.String({ minLength: 1, maxLength: 120 });

const EventText = Type.String({ maxLength: 200 });

const PathText = Type.String({ maxLength: 500 });

export const EffectSchema = Type.Number({ exclusiveMinimum: 0, maximum: 10 });

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
export const CountedSchema = Type.Object(
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
      minimumEffect: EffectSchema,
    },
    { additionalProperties: false },
  ),
);

export const ExperimentChangeSchema = RecordChange(ExperimentDefinitionSchema);

export type ExperimentChange = Static<typeof ExperimentChangeSchema>;

export const SHIP_CHOICES = ["published", "variation"] as const;

/**
 * Decides which text is kept if another one was published since the experiment started. `published` is the one that the user
 * saw.
 */
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
  /** Title of the page, and language of the text; null for sections. */
  title: string;
  locale: Locale | null;
}

/** Changes that shipping a variation of a content experiment publishes, without those already published. */
export interface ShippingResponse {
  fields: ShippedField[];
}

/** An experiment with its state. */
export interface ExperimentSummary {
  definition: ExperimentDefinition;
  revision: number;
  state: ExperimentState;
  /** 0 before the first start. Each start creates a new phase. */
  phase: number;
  /** `startedAt` and `stoppedAt` are of the latest phase. Times are milliseconds since the epoch. */
  startedAt: number | null;
  stoppedAt: number | null;
  updatedAt: number;
  updatedBy: string;
  /** Key of the shipped variation: its texts were published, or its value became the flag's default. */
  shipped: string | null;
}

/** The restoration that reverted a publication completely: its number, and its time in milliseconds since the epoch. */
export interface TakenBack {
  revision: number;
  at: number;
}

/** An experiment with the state of its shipped texts. */
export interface ListedExperiment extends ExperimentSummary {
  /** Null while the shipped texts are published, or after later changes have replaced them. */
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

export interface EditablePagesResponse {
  pages: VariedPage[];
}

export const EXPERIMENTS_ROUTES = {
  "GET /experiments": { access: "read content", response: response<ExperimentsResponse>() },
  "GET /experiments/:key": { access: "read content", response: response<ExperimentResponse>() },
  "PUT /experiments/:key": {
    access: "edit content",
    body: ExperimentChangeSchema,
    response: response<ExperimentResponse>(),
    invalidates: ["GET /experiments", "GET /changes"],
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
