import {
  BILLING_PERIODS,
  type BillingPeriod,
  type Catalog,
  isPerUser,
  PLAN_TIERS,
  type PlanTier,
  type UsDollars,
} from "@marquee/contract";

/** A https://schema.org thing in JSON-LD. */
export interface Thing {
  [member: string]: string | number | Thing | string[] | Thing[];
}

export interface OffersOptions {
  catalog: Catalog;
  /** Plan names in the page's language. */
  planNames: Record<PlanTier, string>;
  /** Absolute URL of the pricing page. */
  url: string;
}

const PRICE_CURRENCY = "USD";
/** Billing periods as ISO 8601 durations. */
const DURATIONS: Record<BillingPeriod, string> = { monthly: "P1M", yearly: "P1Y" };

/** Prices of the catalog's plans as an `AggregateOffer`: US dollars per month, for each billing period. Omits prices by quote. */
export function planOffers(options: OffersOptions): Thing {
  const offers = PLAN_TIERS.flatMap((tier) => offersOf(tier, options));
  const prices = offers.map(({ price }) => price);
  return {
    "@type": "AggregateOffer",
    priceCurrency: PRICE_CURRENCY,
    lowPrice: Math.min(...prices),
    highPrice: Math.max(...prices),
    offerCount: offers.length,
    offers,
  };
}

function offersOf(tier: PlanTier, { catalog, planNames, url }: OffersOptions) {
  const { pricing } = catalog.plans[tier];
  // A free plan costs the same in both periods: one offer.
  const periods = pricing.yearly.perMonth === 0 ? BILLING_PERIODS.slice(0, 1) : BILLING_PERIODS;
  return periods.flatMap((period) => {
    const price = pricing[period].perMonth;
    const unit = isPerUser(pricing[period]) ? "user per month" : "month";
    return price === null ? [] : [offer({ name: planNames[tier], url, price, unit, period })];
  });
}

function offer(terms: { name: string; url: string; price: UsDollars; unit: string; period: BillingPeriod }) {
  const { name, url, price, unit, period } = terms;
  return {
    "@type": "Offer",
    name,
    url,
    price,
    priceCurrency: PRICE_CURRENCY,
    priceSpecification: {
      "@type": "UnitPriceSpecification",
      price,
      priceCurrency: PRICE_CURRENCY,
      unitText: unit,
      ...(price > 0 ? { billingDuration: DURATIONS[period] } : {}),
    },
  };
}
