import { type Catalog, PLAN_TIERS, type Plan, type PlanFeature, type PlanTier } from "./catalog.ts";
import type { UsDollars } from "./prices.ts";

export type ScoredPlan =
  | { kind: "plan"; tier: PlanTier }
  /** The score is outside every plan's range. `min` and `max` are the limits of the valid range, inclusive. */
  | { kind: "out-of-range"; score: number; min: number; max: number };

/**
 * The plan that a quiz score leads to (specification, section 9). Ranges are given to one decimal, so the score is
 * rounded to one decimal first (halves up): 4.04 is Free, 4.05 is Unlimited, and no score falls between two plans.
 */
export function planForScore({ plans }: Catalog, score: number): ScoredPlan {
  const rounded = Math.round(score * 10) / 10;
  const tier = PLAN_TIERS.find((each) => plans[each].minScore <= rounded && rounded <= plans[each].maxScore);
  if (tier) return { kind: "plan", tier };
  return { kind: "out-of-range", score, min: plans.free.minScore, max: plans.enterprise.maxScore };
}

/** Saving of yearly over twelve monthly payments, per user and year. */
export interface YearlySaving {
  amount: UsDollars;
  /** Percentage of twelve monthly payments, rounded down so that it never overstates the saving. */
  percent: number;
}

/** @returns null if paying yearly saves nothing: a free plan, a plan priced by quote, or a year that costs at least twelve months. */
export function yearlySaving({ pricing }: Plan): YearlySaving | null {
  const { monthly, yearly } = pricing;
  if (monthly.price === null || yearly.price === null) return null;
  const twelveMonths = monthly.price * 12;
  const amount = twelveMonths - yearly.price;
  if (amount <= 0) return null;
  return { amount, percent: Math.floor((amount / twelveMonths) * 100) };
}

/** Whether `tier` includes `feature`. Each plan keeps every feature of the plans before it. */
export function includesFeature({ plans }: Catalog, tier: PlanTier, feature: PlanFeature): boolean {
  const upToTier = PLAN_TIERS.slice(0, PLAN_TIERS.indexOf(tier) + 1);
  return upToTier.some((each) => plans[each].features.includes(feature));
}
