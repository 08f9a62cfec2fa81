import { PLAN_TIERS, PLANS, type PlanTier } from "./plans.ts";

export type ScoredPlan =
  | { kind: "plan"; tier: PlanTier }
  /** The score lies outside every plan's range; `min` and `max` are the ends of what is accepted. */
  | { kind: "out-of-range"; score: number; min: number; max: number };

/**
 * The plan that a quiz score leads to (specification, section 9). The ranges are given to one decimal, so the
 * score is rounded to one decimal first (halves up): 4.04 is Free, 4.05 is Unlimited, and no score falls between.
 */
export function planForScore(score: number): ScoredPlan {
  const rounded = Math.round(score * 10) / 10;
  const tier = PLAN_TIERS.find((each) => PLANS[each].minScore <= rounded && rounded <= PLANS[each].maxScore);
  if (tier) return { kind: "plan", tier };
  return { kind: "out-of-range", score, min: PLANS.free.minScore, max: PLANS.enterprise.maxScore };
}
