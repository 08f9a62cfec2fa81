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

/** How a language writes numbers and amounts in US dollars. */
interface NumberFormat {
  /** Between groups of three digits. */
  group: string;
  /** Digits from which a number is grouped. */
  groupsFrom?: number;
  /** Between dollars and cents. */
  decimal: string;
  /** Before or after the amount. */
  currency: { before: string } | { after: string };
}

const DOLLARS_AFTER = { after: `${NO_BREAK_SPACE}$` };
const DOTS: NumberFormat = { group: ".", decimal: ",", currency: DOLLARS_AFTER };
/** Brazil keeps "US$", because readers there easily take a bare "$" for reais. */
const FORMATS: Record<Locale, NumberFormat> = {
  en: { group: ",", decimal: ".", currency: { before: "$" } },
  de: DOTS,
  "fr-FR": { group: NO_BREAK_SPACE, decimal: ",", currency: DOLLARS_AFTER },
  "es-ES": { ...DOTS, groupsFrom: 5 },
  it: { ...DOTS, groupsFrom: 5 },
  "pt-BR": { group: ".", decimal: ",", currency: { before: `US$${NO_BREAK_SPACE}` } },
};

/**
 * Formats an amount of 0 or more in US dollars for `locale`: "$7", "7 $", "US$ 7". Cents appear only if the amount is not whole.
 *
 * This follows CLDR, as `Intl.NumberFormat` does (`prices.test.ts`). That takes 18 ms in Chromium when a page uses it first, as long as a fifth of
 * the navigation to the pricing page, and its spaces differ between versions, while the server's text must equal the browser's byte for byte.
 */
export function formatPrice(usd: UsDollars, locale: Locale): string {
  const { currency, decimal } = FORMATS[locale];
  const [whole = "", cents] = usd.toFixed(Number.isInteger(usd) ? 0 : 2).split(".");
  const amount = grouped(whole, locale) + (cents ? decimal + cents : "");
  return "before" in currency ? currency.before + amount : amount + currency.after;
}

/** A whole number of 0 or more formatted for `locale`, as in {@link formatPrice}: "1,000", "1 000", "1.000". */
export function formatNumber(value: number, locale: Locale): string {
  return grouped(value.toFixed(0), locale);
}

function grouped(digits: string, locale: Locale): string {
  const { group, groupsFrom = 4 } = FORMATS[locale];
  if (digits.length < groupsFrom) return digits;
  const first = digits.length % 3;
  const groups = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...groups].join(group);
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
