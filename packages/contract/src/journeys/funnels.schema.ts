import Type, { type Static } from "typebox";
import { SingleConditionSchema } from "../goals/goals.schema.ts";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { ONE_DAY, ONE_MINUTE } from "../kernel/time.ts";
import { NewRecord, RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";
import { QuerySchema, QueryScopeSchema } from "../questions/query.schema.ts";

const STRICT = { additionalProperties: false };

export const MIN_FUNNEL_STEPS = 2;
export const MAX_FUNNEL_STEPS = 10;
export const MAX_FUNNEL_NAME_LENGTH = 120;
const MIN_WINDOW = ONE_MINUTE / 1000;
const MAX_WINDOW = (90 * ONE_DAY) / 1000;

/** A step: a saved goal by its ID, or its own condition, in the format of goals. */
const FunnelStepSchema = Type.Union([
  Type.Object({ goal: Type.Integer({ minimum: 1, maximum: 999_999_999 }) }, STRICT),
  Type.Object({ condition: SingleConditionSchema }, STRICT),
]);
export type FunnelStep = ReadonlyDeep<Static<typeof FunnelStepSchema>>;

export const FUNNEL_UNITS = ["visit", "visitor"] as const;
export const FUNNEL_ORDERS = ["loose", "strict"] as const;

/** Definition of a funnel; see docs/journeys.md. */
export const FunnelSchema = Type.Object(
  {
    steps: Type.Array(FunnelStepSchema, { minItems: MIN_FUNNEL_STEPS, maxItems: MAX_FUNNEL_STEPS }),
    /** All steps are in one visit, or by one visitor. */
    per: OneOf(FUNNEL_UNITS),
    order: OneOf(FUNNEL_ORDERS),
    /** Seconds from the first step to the last; null for the whole visit, or the whole date range. */
    window: Type.Union([Type.Integer({ minimum: MIN_WINDOW, maximum: MAX_WINDOW }), Type.Null()]),
  },
  STRICT,
);
export type Funnel = ReadonlyDeep<Static<typeof FunnelSchema>>;

export const FunnelQuerySchema = Extend(
  [QueryScopeSchema, Type.Pick(QuerySchema, ["include"])],
  {
    funnel: FunnelSchema,
    /** A visit dimension by whose values the steps are also counted. */
    breakdown: Type.Optional(Type.String({ maxLength: 200 })),
  },
  STRICT,
);
export type FunnelQuery = ReadonlyDeep<Static<typeof FunnelQuerySchema>>;

/** Visits or visitors that reached a step. */
export interface FunnelCount {
  /** Visits or visitors, as the funnel counts. */
  units: number;
  /** Distinct visitors. */
  visitors: number;
  /** Median time from the first step of those units, in milliseconds; null without any. */
  medianTime: number | null;
}

export interface FunnelResponse {
  /** Names of the steps that are goals, by ID. */
  goals: { id: number; name: string }[];
  /** In the order of the steps. */
  steps: FunnelCount[];
  /** The same for the earlier range; null without a comparison. */
  earlier: FunnelCount[] | null;
  /** By values of the breakdown, those with most units in the first step first. */
  parts: { value: string; units: number[] }[];
  hasMoreParts: boolean;
}

/** Query for drop-offs after a step: units that reached it, but not the next. */
export const FunnelDropOffSchema = Extend(
  [QueryScopeSchema],
  {
    funnel: FunnelSchema,
    /** The last step that was reached, counted from 1. */
    step: Type.Integer({ minimum: 1, maximum: MAX_FUNNEL_STEPS - 1 }),
    breakdown: Type.Optional(Type.String({ maxLength: 200 })),
    /** Only those with this value of the breakdown. */
    part: Type.Optional(Type.String({ maxLength: 2000 })),
  },
  STRICT,
);
export type FunnelDropOffQuery = ReadonlyDeep<Static<typeof FunnelDropOffSchema>>;

/** A node of a visit's path: a page view, or an event with its distinguishing detail. */
export interface PathNode {
  kind: "page" | "event" | "left" | "entered" | "other";
  /** Path of the page, or name of the event; empty for the other kinds. */
  name: string;
  /** Overlay, form or button of the event; empty without one. */
  detail: string;
}

export interface DropOffVisit {
  /** Anonymous ID. */
  visitor: string;
  session: number;
  /** Start of the visit, and when the step was reached, in milliseconds since the epoch. */
  at: number;
  reachedAt: number;
  entryPage: string;
  exitPage: string;
  source: string;
  country: string;
  device: string;
  next: PathNode;
  /** ID of its replay; null if it was not recorded or the account can't watch replays. */
  replay: string | null;
}

export interface FunnelDropOff {
  units: number;
  /** Their next nodes, the most frequent first. */
  next: { node: PathNode; units: number }[];
  /** Visits of the latest of them, those with a replay first. */
  visits: DropOffVisit[];
}

/** A funnel as edited in the console. */
export const FunnelDefinitionSchema = Type.Object(
  {
    /** Unique among all funnels, ignoring case. */
    name: Type.String({ minLength: 1, maxLength: MAX_FUNNEL_NAME_LENGTH, pattern: "\\S" }),
    funnel: FunnelSchema,
    isArchived: Type.Boolean(),
  },
  STRICT,
);
export type FunnelDefinition = ReadonlyDeep<Static<typeof FunnelDefinitionSchema>>;

export type FunnelState = StoredRecord<FunnelDefinition>;

export interface FunnelsResponse {
  /** By name. Archived funnels come last. */
  funnels: FunnelState[];
  /** Names of funnels that this version of the server cannot read. */
  unreadable: string[];
}

export const FUNNELS_ROUTES = {
  "POST /query/funnel": {
    access: "read analytics",
    body: FunnelQuerySchema,
    response: response<FunnelResponse>(),
  },
  "POST /query/funnel/drop-off": {
    access: "read analytics",
    body: FunnelDropOffSchema,
    response: response<FunnelDropOff>(),
  },
  "GET /funnels": { access: "read analytics", response: response<FunnelsResponse>() },
  "POST /funnels": {
    access: "edit analytics",
    body: NewRecord(FunnelDefinitionSchema),
    response: response<FunnelState>(),
    invalidates: ["GET /funnels", "GET /changes"],
  },
  "PUT /funnels/:id": {
    access: "edit analytics",
    body: RecordChange(FunnelDefinitionSchema),
    response: response<FunnelState>(),
    invalidates: ["GET /funnels", "GET /changes"],
  },
} as const satisfies RouteRows;
