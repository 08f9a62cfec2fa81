import type { Locale } from "../locales.ts";
import type { DisplayPrice, UsDollars } from "./pricing.types.ts";

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
