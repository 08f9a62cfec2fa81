import type { BillingPeriod, PlanPricing } from "./pricing.types.ts";

/** The plans, from the smallest to the largest (specification, section 3). */
export const PLAN_TIERS = ["free", "unlimited", "business", "enterprise"] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** Colour tokens of `packages/ui` that plans are told apart by. */
export type PlanColor = "sky" | "leaf" | "sun" | "clay";

/**
 * A plan. Its name and description are copy: `plans.<tier>.name` and `plans.<tier>.description`
 * in `content/copy/<locale>/pricing.json`.
 */
export interface Plan {
  tier: PlanTier;
  pricing: Record<BillingPeriod, PlanPricing>;
  /** Scores of the plan quiz that lead to this plan, both ends included (specification, section 9). */
  minScore: number;
  maxScore: number;
  color: PlanColor;
}

/** The plans and prices of specification, section 9. */
export const PLANS: Record<PlanTier, Plan> = {
  free: {
    tier: "free",
    pricing: {
      monthly: { price: 0, perMonth: 0, perUserGroup: false },
      yearly: { price: 0, perMonth: 0, perUserGroup: false },
    },
    minScore: 1,
    maxScore: 4,
    color: "sky",
  },
  unlimited: {
    tier: "unlimited",
    pricing: {
      monthly: { price: 10, perMonth: 10, perUserGroup: true },
      yearly: { price: 84, perMonth: 7, perUserGroup: true },
    },
    minScore: 4.1,
    maxScore: 6,
    color: "leaf",
  },
  business: {
    tier: "business",
    pricing: {
      monthly: { price: 19, perMonth: 19, perUserGroup: true },
      yearly: { price: 144, perMonth: 12, perUserGroup: true },
    },
    minScore: 6.1,
    maxScore: 9,
    color: "sun",
  },
  enterprise: {
    tier: "enterprise",
    pricing: {
      monthly: { price: null, perMonth: null, perUserGroup: true },
      yearly: { price: null, perMonth: null, perUserGroup: true },
    },
    minScore: 9.1,
    maxScore: 13,
    color: "clay",
  },
};
