import type { BillingPeriod, PlanPricing, UsDollars } from "./prices.ts";

/** The fourteen features that Unlimited adds to Free, in the order of the specification, section 3. */
export const UNLIMITED_FEATURES = [
  "unlimitedStorage",
  "integrations",
  "dashboards",
  "guestsWithPermissions",
  "ganttCharts",
  "customFields",
  "columnCalculations",
  "email",
  "userGroups",
  "timeTracking",
  "goalsAndPortfolios",
  "formView",
  "resourceManagement",
  "agileReporting",
] as const;

/** Features that each plan adds to the plan before it. The specification lists those of Unlimited; the others are Trellis's own. */
export const PLAN_FEATURES = {
  free: ["tasks", "boards", "documents", "chat"],
  unlimited: UNLIMITED_FEATURES,
  business: ["automations", "timesheets", "scheduledExports", "requiredTwoFactor"],
  enterprise: ["singleSignOn", "userProvisioning", "auditLog", "customRoles"],
} as const satisfies Record<PlanTier, readonly string[]>;

export type PlanFeature = (typeof PLAN_FEATURES)[PlanTier][number];

/** The plans, smallest first (specification, section 3). */
export const PLAN_TIERS = ["free", "unlimited", "business", "enterprise"] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** Color tokens of `packages/ui` that distinguish the plans. */
export type PlanColor = "sky" | "leaf" | "sun" | "clay";

/** A plan. Its name and description are copy: `plans.<tier>.name` and `plans.<tier>.description` in `content/copy/<locale>/pricing.json`. */
export interface Plan {
  tier: PlanTier;
  pricing: Record<BillingPeriod, PlanPricing>;
  /** Plan quiz scores that lead to this plan, from `minScore` to `maxScore` inclusive (specification, section 9). */
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

export type ScoredPlan =
  | { kind: "plan"; tier: PlanTier }
  /** The score is outside every plan's range. `min` and `max` are the limits of the valid range, inclusive. */
  | { kind: "out-of-range"; score: number; min: number; max: number };

/**
 * The plan that a quiz score leads to (specification, section 9). Ranges are given to one decimal, so the score is
 * rounded to one decimal first (halves up): 4.04 is Free, 4.05 is Unlimited, and no score falls between two plans.
 */
export function planForScore(score: number): ScoredPlan {
  const rounded = Math.round(score * 10) / 10;
  const tier = PLAN_TIERS.find((each) => PLANS[each].minScore <= rounded && rounded <= PLANS[each].maxScore);
  if (tier) return { kind: "plan", tier };
  return { kind: "out-of-range", score, min: PLANS.free.minScore, max: PLANS.enterprise.maxScore };
}

/** What paying yearly saves over twelve monthly payments, per user and year. */
export interface YearlySaving {
  amount: UsDollars;
  /** Percentage of twelve monthly payments, rounded down so that it never overstates the saving. */
  percent: number;
}

/** @returns null if paying yearly saves nothing: a free plan, a plan priced by quote, or a year that costs at least twelve months. */
export function yearlySaving(plan: Plan): YearlySaving | null {
  const { monthly, yearly } = plan.pricing;
  if (monthly.price === null || yearly.price === null) return null;
  const twelveMonths = monthly.price * 12;
  const amount = twelveMonths - yearly.price;
  if (amount <= 0) return null;
  return { amount, percent: Math.floor((amount / twelveMonths) * 100) };
}

/** Whether `tier` includes `feature`. Each plan keeps every feature of the plans before it. */
export function includesFeature(tier: PlanTier, feature: PlanFeature): boolean {
  const upToTier = PLAN_TIERS.slice(0, PLAN_TIERS.indexOf(tier) + 1);
  return upToTier.some((each) => (PLAN_FEATURES[each] as readonly PlanFeature[]).includes(feature));
}
