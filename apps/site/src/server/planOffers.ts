import {
  BILLING_PERIODS,
  type BillingPeriod,
  PLAN_TIERS,
  PLANS,
  type PlanTier,
  type UsDollars,
} from "@marquee/contract";

/** A thing of https://schema.org as JSON-LD writes it. */
export interface Thing {
  [member: string]: string | number | Thing | string[] | Thing[];
}

export interface OffersOptions {
  /** What the plans are called in the page's language. */
  planNames: Record<PlanTier, string>;
  /** Whole address of the page that has the prices. */
  url: string;
}

const PRICE_CURRENCY = "USD";
/** What is paid at once, as ISO 8601 writes durations. */
const DURATIONS: Record<BillingPeriod, string> = { monthly: "P1M", yearly: "P1Y" };

/** What the plans of the catalog cost, for each user and month, in each way of paying. Prices by quote are left out. */
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

function offersOf(tier: PlanTier, { planNames, url }: OffersOptions) {
  const { pricing } = PLANS[tier];
  // What costs nothing is one offer, however it is not paid.
  const periods = pricing.yearly.perMonth === 0 ? BILLING_PERIODS.slice(0, 1) : BILLING_PERIODS;
  return periods.flatMap((period) => {
    const price = pricing[period].perMonth;
    return price === null ? [] : [offer({ name: planNames[tier], url, price, period })];
  });
}

function offer(given: { name: string; url: string; price: UsDollars; period: BillingPeriod }) {
  const { name, url, price, period } = given;
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
      unitText: "user per month",
      ...(price > 0 ? { billingDuration: DURATIONS[period] } : {}),
    },
  };
}
