import type { Locale } from "./paths.ts";

/** What the image of a page shows where the page is shared. */
export interface PageCard {
  /** The site's name, next to its logo. */
  brand: string;
  /** Set large. */
  headline: string;
  /** What page it is, in few words. */
  label: string;
  /** Everything of Brain is iris. */
  accent: "leaf" | "iris";
}

/** A page of the site by its name, which its copy file has too. */
export interface NamedPage {
  name: string;
  locale: Locale;
}

/** Pixels of every card: the size that networks show large. */
export const CARD_SIZE = { width: 1200, height: 630 } as const;

/** Address of a page's card, as the server's `/og` route reads it: `/og/de/pricing.png`. */
export function cardPath(name: string, locale: Locale): string {
  return `/og/${locale}/${name}.png`;
}
