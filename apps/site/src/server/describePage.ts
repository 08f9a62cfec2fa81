import {
  type ContentPage,
  DEFAULT_LOCALE,
  localizePath,
  type NamedPage,
  type PageCard,
  type PageText,
  triedSections,
} from "@marquee/contract";
import brand from "../../../../content/brand.json";
import type { Pages } from "../app/loadPage.tsx";
import type { CopyStore } from "../copy/copy.ts";
import { listTexts } from "../copy/patchCopy.ts";
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
export function listPageTexts(): Pick<PageText, "page" | "path">[] {
  return PAGES.map(({ name, path }) => ({ page: name, path: localizePath(path, DEFAULT_LOCALE) }));
}

/**
 * A page's texts in each of its languages, and its movable sections.
 * @returns null if no page has that name.
 */
export async function readPageText(store: CopyStore, page: string): Promise<PageText | null> {
  const entry = PAGES.find(({ name }) => name === page);
  if (!entry) return null;
  const copies = entry.locales.map(
    async (locale) => [locale, listTexts(withoutSections(await store.load(page, locale)))] as const,
  );
  const copy = Object.fromEntries(await Promise.all(copies));
  const { sections: shown = [] } = (await store.load(page, DEFAULT_LOCALE)) as { sections?: string[] };
  const places = shown.length > 0 ? shown : triedSections(page);
  // Experiments that were designed before a section was hidden may name it.
  const placeOf = (id: string) => (places.includes(id) ? places.indexOf(id) : places.length);
  const sections = triedSections(page).sort((one, other) => placeOf(one) - placeOf(other));
  return { page, path: entry.path, copy, sections };
}

/** IDs of sections are no texts. */
function withoutSections(copy: unknown): unknown {
  const { sections: _sections, ...texts } = copy as { sections?: unknown };
  return texts;
}
