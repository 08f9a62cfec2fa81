import type { Locale } from "../kernel/locales.ts";

/** Content of a page's preview image, shown where the page is shared. */
export interface PageCard {
  /** The site's name, next to its logo. */
  brand: string;
  /** The main text, in large type. */
  headline: string;
  /** A short description of the page. */
  label: string;
  /** Accent color. All Brain pages use iris. */
  accent: "leaf" | "iris";
}

/** A page of the site, identified by the name that its copy file also has. */
export interface NamedPage {
  name: string;
  locale: Locale;
}

/** Size of every card in pixels: the size that social networks show large. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Path of a page's card, for the server's `/og` route: `/og/de/pricing.png`. */
export function cardPath(name: string, locale: Locale): string {
  return `/og/${locale}/${name}.png`;
}
