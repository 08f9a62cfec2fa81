import type { Locale } from "../site/paths.ts";

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

const NO_BREAK_SPACE = "\u00a0";

/**
 * Writes an amount in US dollars the way `locale` writes it: "$7", "7 $", "US$ 7". Cents show only when there
 * are any. Brazil keeps "US$", because a bare "$" there is easily read as reais.
 *
 * Every space becomes U+00A0: versions of ICU disagree between U+0020, U+00A0 and U+202F, and the server's
 * text must equal the browser's byte for byte, or hydration would replace it.
 */
export function formatPrice(usd: UsDollars, locale: Locale): string {
  const format = new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    currencyDisplay: locale === "pt-BR" ? "symbol" : "narrowSymbol",
    minimumFractionDigits: Number.isInteger(usd) ? 0 : 2,
    maximumFractionDigits: 2,
  });
  return format.format(usd).replace(/\s/g, NO_BREAK_SPACE);
}

/**
 * The monthly price of a plan or an add-on as a visitor reads it.
 * @returns null when the price is given by quote.
 */
export function displayPerMonth(
  item: { perMonth: UsDollars | null; displayPrice?: DisplayPrice },
  locale: Locale,
): string | null {
  const written = item.displayPrice?.[locale];
  if (written !== undefined) return written;
  return item.perMonth === null ? null : formatPrice(item.perMonth, locale);
}
