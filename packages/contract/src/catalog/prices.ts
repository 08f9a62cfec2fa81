import type { Locale } from "../site/paths.ts";

/** An amount in US dollars. */
export type UsDollars = number;

/** How often a subscription is billed. */
export const BILLING_PERIODS = ["monthly", "yearly"] as const;
export type BillingPeriod = (typeof BILLING_PERIODS)[number];

/**
 * Prices written out per locale, for locales that need something other than the formatted dollar amount, such as a
 * price in another currency. `formatPrice` formats the price for all other locales.
 */
export type DisplayPrice = Partial<Record<Locale, string>>;

/** A plan's price in one billing period. Amounts are null if the plan is priced by quote. */
export interface PlanPricing {
  /** Price of one whole billing period: a month or a year. */
  price: UsDollars | null;
  /** The same price per month. */
  perMonth: UsDollars | null;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Whether the price is charged per user of the workspace instead of once. */
  perUserGroup: boolean;
}

const NO_BREAK_SPACE = "\u00a0";

/**
 * Formats an amount in US dollars for `locale`: "$7", "7 $", "US$ 7". Cents appear only if the amount is not whole.
 * Brazil keeps "US$", because readers there easily take a bare "$" for reais.
 *
 * Every space becomes U+00A0. ICU versions disagree between U+0020, U+00A0 and U+202F, and the server's text must equal
 * the browser's byte for byte, or hydration replaces it.
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
 * The monthly price of a plan or an add-on as visitors see it.
 * @returns null if it is priced by quote.
 */
export function displayPerMonth(
  item: { perMonth: UsDollars | null; displayPrice?: DisplayPrice },
  locale: Locale,
): string | null {
  const written = item.displayPrice?.[locale];
  if (written !== undefined) return written;
  return item.perMonth === null ? null : formatPrice(item.perMonth, locale);
}
