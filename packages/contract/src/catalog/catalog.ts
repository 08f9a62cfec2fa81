import { LOCALES } from "../kernel/locales.ts";
import {
  BILLING_PERIODS,
  type BillingPeriod,
  type DisplayPrice,
  displayPriceProblem,
  type PlanPricing,
  perMonthOf,
  type UsDollars,
} from "./prices.ts";

/** The plans, smallest first (specification, section 3). */
export const PLAN_TIERS = ["free", "unlimited", "business", "enterprise"] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** All features that plans can have. Their names are copy: `features.<id>` in `content/copy/<locale>/pricing.json`. */
export const PLAN_FEATURES = [
  "tasks",
  "boards",
  "documents",
  "chat",
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
  "automations",
  "timesheets",
  "scheduledExports",
  "requiredTwoFactor",
  "singleSignOn",
  "userProvisioning",
  "auditLog",
  "customRoles",
] as const;
export type PlanFeature = (typeof PLAN_FEATURES)[number];

/** Color tokens of `packages/ui` that distinguish the plans. */
export const PLAN_COLORS = ["sky", "leaf", "sun", "clay"] as const;
export type PlanColor = (typeof PLAN_COLORS)[number];

/** A plan. Its name and description are copy: `plans.<tier>.name` and `plans.<tier>.description` in `pricing.json`. */
export type Plan = {
  pricing: Record<BillingPeriod, PlanPricing>;
  /** Plan quiz scores that lead to this plan, from `minScore` to `maxScore` inclusive (specification, section 9). */
  minScore: number;
  maxScore: number;
  color: PlanColor;
  /** Features that this plan adds to those of the plans before it. */
  features: readonly PlanFeature[];
};

export const ADD_ON_IDS = ["brain", "aiNotetaker"] as const;
export type AddOnId = (typeof ADD_ON_IDS)[number];

/** An extra bought on top of a plan. Its name and description are copy: `addOns.<id>` in `pricing.json`. */
export type AddOn = {
  /** Per user and month, in both billing periods (specification, section 9). */
  perMonth: UsDollars;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Plans that the add-on is available for. */
  eligiblePlans: readonly PlanTier[];
};

/** Products of Trellis: `content/catalog.json`. */
export type Catalog = {
  plans: Record<PlanTier, Plan>;
  /**
   * The specification does not say which plans include the notetaker. It is sold with paid plans only, because its recordings need the
   * unlimited storage that Free lacks.
   */
  addOns: Record<AddOnId, AddOn>;
};

/** The catalog with the prices per month that follow from the billed ones. */
export function withPricesPerMonth(catalog: Catalog): Catalog {
  const plans = Object.fromEntries(
    PLAN_TIERS.map((tier) => {
      const plan = catalog.plans[tier];
      const pricing = Object.fromEntries(
        BILLING_PERIODS.map((period) => {
          const { price } = plan.pricing[period];
          return [period, { ...plan.pricing[period], perMonth: perMonthOf(price, period) }];
        }),
      ) as Plan["pricing"];
      return [tier, { ...plan, pricing }];
    }),
  ) as Catalog["plans"];
  return { ...catalog, plans };
}

/** Position of contradicting prices in a catalog, as tokens, and how to fix them; null if there are none. */
export function pricesProblem({ plans, addOns }: Catalog): { tokens: string[]; problem: string } | null {
  const pricedItems: { tokens: string[]; item: Pick<PlanPricing, "perMonth" | "displayPrice"> }[] =
    ADD_ON_IDS.map((id) => ({ tokens: ["addOns", id], item: addOns[id] }));
  for (const tier of PLAN_TIERS)
    for (const period of BILLING_PERIODS) {
      const item = plans[tier].pricing[period];
      const tokens = ["plans", tier, "pricing", period];
      const perMonth = perMonthOf(item.price, period);
      if (item.perMonth !== perMonth)
        return {
          tokens: [...tokens, "perMonth"],
          problem: `This contradicts the price of ${item.price}, billed ${period}. Write ${perMonth}, or change the price.`,
        };
      pricedItems.push({ tokens, item });
    }
  for (const { tokens, item } of pricedItems)
    for (const locale of LOCALES) {
      const written = item.displayPrice?.[locale];
      const problem = written === undefined ? null : displayPriceProblem(written, item.perMonth, locale);
      if (problem !== null) return { tokens: [...tokens, "displayPrice", locale], problem };
    }
  return null;
}
