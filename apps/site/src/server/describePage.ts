import {
  type ContentPage,
  DEFAULT_LOCALE,
  localizePath,
  type NamedPage,
  type PageCard,
  type PageText,
} from "@marquee/contract";
import brand from "../../../../content/brand.json";
import { loadPage } from "../app/loadPage.tsx";
import { loadCopy } from "../copy/copy.ts";
import { listTexts } from "../copy/patchCopy.ts";
import { headlineOf, titleWithoutSuffix } from "../head/pageTitle.ts";
import type { PageHead } from "../site/page.types.ts";
import { PAGES } from "../site/pages.ts";

/** Pages that Brain's colour leads on. */
const BRAIN_PAGES: readonly string[] = ["brain", "lp-ai"];

/**
 * Content of a page's social card.
 * @returns null if there is no such page in that language.
 */
export async function describePage(page: NamedPage | ContentPage): Promise<PageCard | null> {
  if ("slug" in page) return { brand: brand.name, headline: page.title, label: "", accent: "leaf" };
  const { name, locale } = page;
  const entry = PAGES.find((each) => each.name === name && each.locales.includes(locale));
  const loaded = entry && (await loadPage(localizePath(entry.path, locale)));
  if (!loaded) return null;
  const accent = BRAIN_PAGES.includes(name) ? "iris" : "leaf";
  return { brand: brand.name, headline: headlineOf(loaded.head), label: labelOf(loaded.head), accent };
}

/** The title, unless it would only say the brand or the headline again. */
function labelOf(head: PageHead): string {
  const label = titleWithoutSuffix(head.title);
  return label === head.title || label === headlineOf(head) ? "" : label;
}

/** Pages whose texts content experiments can vary: all that have copy of their own. */
export function listPageTexts(): Pick<PageText, "page" | "path">[] {
  return PAGES.map(({ name, path }) => ({ page: name, path: localizePath(path, DEFAULT_LOCALE) }));
}

/** @returns null when no page has that name. */
export async function readPageText(page: string): Promise<PageText | null> {
  const entry = PAGES.find(({ name }) => name === page);
  if (!entry) return null;
  const copies = entry.locales.map(
    async (locale) => [locale, listTexts(await loadCopy(page, locale))] as const,
  );
  const copy = Object.fromEntries(await Promise.all(copies));
  return { page, path: entry.path, copy, sections: [...(entry.sections ?? [])] };
}
