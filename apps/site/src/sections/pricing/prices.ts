import {
  type BillingPeriod,
  displayPerMonth,
  formatPrice,
  type Locale,
  PLANS,
  type PlanTier,
} from "@marquee/contract";

/**
 * The price per user and month of a plan as `locale` writes it.
 * @throws Error when the plan's price is given by quote; such a plan has no amount to put into a sentence.
 */
export function perMonthPrice(tier: PlanTier, period: BillingPeriod, locale: Locale): string {
  const written = displayPerMonth(PLANS[tier].pricing[period], locale);
  if (written === null) throw new Error(`${tier} is priced by quote.`);
  return written;
}

/** The amounts that sentences of the pricing page may name, by their place in the copy. */
export function priceValues(locale: Locale): Record<string, string> {
  return {
    unlimitedMonthly: perMonthPrice("unlimited", "monthly", locale),
    unlimitedYearly: perMonthPrice("unlimited", "yearly", locale),
    businessMonthly: perMonthPrice("business", "monthly", locale),
    businessYearly: perMonthPrice("business", "yearly", locale),
  };
}

/** What a whole year costs for one user, as `locale` writes it; null when it is free or given by quote. */
export function yearPrice(tier: PlanTier, locale: Locale): string | null {
  const { price } = PLANS[tier].pricing.yearly;
  return price ? formatPrice(price, locale) : null;
}
