import {
  type BillingPeriod,
  type Catalog,
  displayPerMonth,
  eligibleAddOns,
  formatPrice,
  isPerUser,
  type Locale,
  monthlyPrice,
  type PlanTier,
  type SeatChoice,
  seatTotal,
} from "@marquee/contract";

/**
 * A plan's monthly price, formatted for `locale`.
 * @throws Error when the plan is priced by quote, because there is no amount to put into a sentence.
 */
export function perMonthPrice(
  { plans }: Catalog,
  tier: PlanTier,
  period: BillingPeriod,
  locale: Locale,
): string {
  const written = displayPerMonth(plans[tier].pricing[period], locale);
  if (written === null) throw new Error(`${tier} is priced by quote.`);
  return written;
}

/**
 * The monthly price of a plan with add-ons, formatted for `locale`: per user, or without its add-ons if the plan has one price for all.
 * Without eligible add-ons, a price written out for the locale takes precedence.
 * @returns null when the plan is priced by quote.
 */
export function seatPriceText(
  catalog: Catalog,
  choice: Omit<SeatChoice, "seats">,
  locale: Locale,
): string | null {
  const { tier, period, addOns } = choice;
  const pricing = catalog.plans[tier].pricing[period];
  if (!isPerUser(pricing) || eligibleAddOns(catalog, tier, addOns).length === 0)
    return displayPerMonth(pricing, locale);
  const price = monthlyPrice(catalog, choice);
  return price === null ? null : formatPrice(price.perSeat, locale);
}

/** Amounts that texts of the pricing page may contain, by their placeholder in the copy. */
export function priceValues(catalog: Catalog, locale: Locale): Record<string, string> {
  return {
    unlimitedMonthly: perMonthPrice(catalog, "unlimited", "monthly", locale),
    unlimitedYearly: perMonthPrice(catalog, "unlimited", "yearly", locale),
    businessMonthly: perMonthPrice(catalog, "business", "monthly", locale),
    businessYearly: perMonthPrice(catalog, "business", "yearly", locale),
  };
}

/** Yearly total for one user with add-ons, or of the plan alone if it has one price for all; null when the plan is free or priced by quote. */
export function yearPrice(
  catalog: Catalog,
  { tier, addOns }: Pick<SeatChoice, "tier" | "addOns">,
  locale: Locale,
): string | null {
  const counted = isPerUser(catalog.plans[tier].pricing.yearly) ? addOns : [];
  const total = seatTotal(catalog, { tier, addOns: counted, period: "yearly", seats: 1 });
  return total.kind === "total" && total.perYear > 0 ? formatPrice(total.perYear, locale) : null;
}
