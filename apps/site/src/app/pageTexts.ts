import { DEFAULT_LOCALE, localizePath, type PageText } from "@marquee/contract";
import { loadCopy } from "./copy.ts";
import { PAGES } from "./pages.ts";
import { listTexts } from "./patchCopy.ts";

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
