import type { Locale } from "@marquee/contract";

/**
 * A whole number the way `locale` writes it: "1,000", "1 000", "1.000". Every space becomes U+00A0, for the reason that `formatPrice` has:
 * the server's text must equal the browser's byte for byte.
 */
export function formatNumber(value: number, locale: Locale): string {
  return new Intl.NumberFormat(locale).format(value).replace(/\s/g, "\u00a0");
}
