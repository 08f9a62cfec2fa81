import Type, { type Static } from "typebox";
import { TargetingSchema } from "../flags/flags.schema.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { EXPERIMENT_KINDS } from "./experimentDefinition.ts";
import { CountedSchema, EffectSchema } from "./experiments.schema.ts";
import type { EstimateNeed } from "./results.schema.ts";

const PositiveShare = Type.Number({ exclusiveMinimum: 0, maximum: 1 });

/** Asks how long an experiment would take, saved or not. */
export const EstimateSchema = Type.Object(
  {
    kind: OneOf(EXPERIMENT_KINDS),
    page: Type.String({ maxLength: 500 }),
    targeting: TargetingSchema,
    coverage: PositiveShare,
    /** Of all variations, the control first. */
    weights: Type.Array(PositiveShare, { minItems: 2, maxItems: 10 }),
    /** The primary metric. */
    metric: CountedSchema,
    minimumEffect: EffectSchema,
  },
  { additionalProperties: false },
);

export type Estimate = Static<typeof EstimateSchema>;

/** Days of traffic that an estimate is based on, at most. */
export const ESTIMATE_DAYS = 28;

/** An experiment that takes longer should look for a larger effect: visitors change and lose their cookies meanwhile. */
export const LONGEST_DAYS = 56;

/** Requirements for detecting an effect. */
export interface EstimatedPlan {
  minimumEffect: number;
  /** Users per variation. */
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

export const ESTIMATES_ROUTES = {
  "POST /experiments/estimate": {
    access: "read content",
    body: EstimateSchema,
    response: response<EstimateResponse>(),
  },
} as const satisfies RouteRows;
