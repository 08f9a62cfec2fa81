import type { Locale } from "../locales.ts";

/** An amount in US dollars. */
export type UsDollars = number;

/** How often a subscription is paid. */
export const BILLING_PERIODS = ["monthly", "yearly"] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/**
 * Prices written out per locale, for the locales where the formatted dollar amount will not do
 * (a price in another currency, say). Locales not named are formatted by `formatPrice`.
 */
export type DisplayPrice = Partial<Record<Locale, string>>;

/** What a plan costs in one billing period. Amounts are null where the price is given by quote. */
export interface PlanPricing {
  /** Charged for one whole period: for a year when paid yearly. */
  price: UsDollars | null;
  /** The same price spread over months. */
  perMonth: UsDollars | null;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Whether the price is charged for each user of the workspace, rather than once. */
  perUserGroup: boolean;
}
