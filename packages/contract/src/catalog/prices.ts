import type { Locale } from "../kernel/locales.ts";

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
export type PlanPricing = {
  /** Price of one whole billing period: a month or a year. */
  price: UsDollars | null;
  /** The same price per month. */
  perMonth: UsDollars | null;
  /** Replaces the formatted `perMonth`. */
  displayPrice?: DisplayPrice;
  /** Whether the price is charged per user of the workspace instead of once. */
  perUserGroup: boolean;
};

/** Whether a price is per user. A plan that costs nothing costs the same either way. */
export function isPerUser({ price, perUserGroup }: Pick<PlanPricing, "price" | "perUserGroup">): boolean {
  return perUserGroup || price === 0;
}

const MONTHS: Readonly<Record<BillingPeriod, number>> = { monthly: 1, yearly: 12 };

/** The price of a billing period per month, to the cent. */
export function perMonthOf(price: UsDollars | null, period: BillingPeriod): UsDollars | null {
  return price === null ? null : Math.round((price * 100) / MONTHS[period]) / 100;
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
 * The monthly price of a plan or an add-on as displayed to visitors.
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

const DOLLARS_PATTERN = /\$|\bUSD\b|\bdollars?\b/i;
/** Signs and codes of other currencies, whose value in dollars is unknown. */
const OTHER_CURRENCY_PATTERN =
  /(?!\$)\p{Sc}|\b(?!USD)[A-Z]{3}\b|\b(?:CA|AU|NZ|HK|SG|R)\$|\bkr\b|zł|Kč|\bFt\b/u;
const AMOUNT_PATTERN = /\d(?:[\d.,'’\s]*\d)?/;

/**
 * Why a display price contradicts the price itself, and how to fix it; null if it does not, because it has no amount or one in another currency.
 * @param perMonth the price that it replaces.
 */
export function displayPriceProblem(
  written: string,
  perMonth: UsDollars | null,
  locale: Locale,
): string | null {
  const [amount] = AMOUNT_PATTERN.exec(written) ?? [];
  if (amount === undefined || (OTHER_CURRENCY_PATTERN.test(written) && !DOLLARS_PATTERN.test(written)))
    return null;
  if (perMonth === null) return `The plan has no price, so it can't be shown as "${written}".`;
  if (readAmount(amount, locale) === perMonth) return null;
  return `"${written}" contradicts the price, which is ${formatPrice(perMonth, locale)} a month. Write that, or another currency.`;
}

/** An amount as the language writes it: "1.234,50" in German. */
function readAmount(amount: string, locale: Locale): number {
  const { decimal } = FORMATS[locale];
  const [whole = "", cents = ""] = amount.split(decimal);
  return Number(`${whole.replace(/\D/g, "")}.${cents.replace(/\D/g, "")}`);
}
