import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { LEAD_OUTCOMES } from "../leads/leadStatus.ts";
import { QueryScopeSchema } from "./query.schema.ts";

/** Rules that divide a conversion's credit among the visits before it; docs/statistics.md defines them. */
export const ATTRIBUTION_MODELS = ["first", "last", "linear", "position", "decay"] as const;
export type AttributionModel = (typeof ATTRIBUTION_MODELS)[number];
export const ATTRIBUTION_MODEL_TITLES: Readonly<Record<AttributionModel, string>> = {
  first: "First touch",
  last: "Last touch",
  linear: "Linear",
  position: "Position-based",
  decay: "Time decay",
};

/**
 * Dimensions for grouping credit. A visit has any number of sections and variations, which share its credit.
 */
export const ATTRIBUTION_DIMENSIONS = [
  "visit:channel",
  "visit:source",
  "visit:utm_campaign",
  "visit:entry_page",
  "section",
  "visit:variation",
] as const;
export type AttributionDimension = (typeof ATTRIBUTION_DIMENSIONS)[number];

/** Days that a visit counts before a conversion. */
export const MAX_LOOK_BACK_DAYS = 90;
export const MAX_HALF_LIFE_DAYS = 90;

/** Query for the credit of the visits before conversions. */
export const AttributionSchema = Extend(
  [QueryScopeSchema],
  {
    /** Counted outcome: a metric of leads, or the conversions of the goal with this ID. */
    outcome: Type.Union([OneOf(LEAD_OUTCOMES), Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 })]),
    dimension: OneOf(ATTRIBUTION_DIMENSIONS),
    lookBackDays: Type.Integer({ minimum: 1, maximum: MAX_LOOK_BACK_DAYS }),
    /** Days after which a visit has half the weight, in the time-decay model. */
    halfLifeDays: Type.Integer({ minimum: 1, maximum: MAX_HALF_LIFE_DAYS }),
    /** Whether direct visits get credit only if there were no others. */
    skipsDirect: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type AttributionQuery = ReadonlyDeep<Static<typeof AttributionSchema>>;

export interface AttributionRow {
  /** Value of the dimension; "(not set)" for a missing one, "(no consent)" for leads without consent. */
  value: string;
  /** In the order of {@link ATTRIBUTION_MODELS}. */
  credits: number[];
}

export interface AttributionResponse {
  /** Sum of all credits of each model. */
  total: number;
  /** With the most credit first. */
  rows: AttributionRow[];
  /** Sum of the remaining values; null if there are none. */
  others: { count: number; credits: number[] } | null;
}

export const ATTRIBUTION_ROUTES = {
  "POST /query/attribution": {
    access: "read analytics",
    body: AttributionSchema,
    response: response<AttributionResponse>(),
  },
} as const satisfies RouteRows;
