import { LOCALES, type Locale, type SiteContent } from "@marquee/contract";
import type { Followed } from "../domains/content/followContent.ts";
import type { PageCache } from "./pageCache.ts";

/**
 * Drops cached pages whose texts or images change. If the catalog changes, these are all pages, because each
 * document has prices.
 */
export function followTexts(
  cache: PageCache,
  siteContent: Pick<Followed<SiteContent>, "values" | "onChange">,
): void {
  let current = siteContent.values();
  siteContent.onChange(() => {
    const before = current;
    const next = siteContent.values();
    current = next;
    if (!isSame(before.catalog, next.catalog)) return cache.clear();
    const isSameText = (text: string) => isSame(textOf(before, text), textOf(next, text));
    const isSameImage = (path: string) => isSame(before.images[path], next.images[path]);
    // A page written by an editor has more than texts, but it reports its own changes.
    const isSameCopy = LOCALES.every((locale) => isSame(before.copy[locale], next.copy[locale]));
    cache.keep(
      ({ texts, images }) => (texts?.every(isSameText) ?? isSameCopy) && images.every(isSameImage),
      next.version,
    );
  });
}

/** @param text copy file, as `<locale>/<name>`. */
function textOf({ copy }: SiteContent, text: string): unknown {
  const [locale = "", name = ""] = text.split("/");
  return copy[locale as Locale]?.[name];
}

/** Compares JSON. Unchanged content is usually the same object. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
