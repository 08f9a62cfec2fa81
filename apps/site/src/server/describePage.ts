import {
  type ContentPage,
  DEFAULT_LOCALE,
  localizePath,
  type NamedPage,
  type PageCard,
  type VariedPage,
} from "@marquee/contract";
import * as brand from "../../../../content/brand.json";
import type { Pages } from "../app/loadPage.tsx";
import { headlineOf, titleWithoutSuffix } from "../head/pageTitle.ts";
import type { PageHead } from "../site/page.types.ts";
import { PAGES } from "../site/pages.ts";

/** Pages whose social card has Brain's accent color. */
const BRAIN_PAGES: readonly string[] = ["brain", "lp-ai"];

/**
 * Content of a page's social card.
 * @returns null if the page does not exist in that language.
 */
export async function describePage(pages: Pages, page: NamedPage | ContentPage): Promise<PageCard | null> {
  if ("slug" in page) return { brand: brand.name, headline: page.title, label: "", accent: "leaf" };
  const { name, locale } = page;
  const entry = PAGES.find((each) => each.name === name && each.locales.includes(locale));
  const loaded = entry && (await pages.load(localizePath(entry.path, locale)));
  if (!loaded) return null;
  const accent = BRAIN_PAGES.includes(name) ? "iris" : "leaf";
  return { brand: brand.name, headline: headlineOf(loaded.head), label: labelOf(loaded.head), accent };
}

/** The title without its suffix; empty if it has no suffix or repeats the headline. */
function labelOf(head: PageHead): string {
  const label = titleWithoutSuffix(head.title);
  return label === head.title || label === headlineOf(head) ? "" : label;
}

/** Pages whose texts content experiments can change: all in `PAGES`, by name and path in the default locale. */
export function listPageTexts(): VariedPage[] {
  return PAGES.map(({ name, path }) => ({ page: name, path: localizePath(path, DEFAULT_LOCALE) }));
}
