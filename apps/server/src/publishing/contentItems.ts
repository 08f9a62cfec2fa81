import {
  CATALOG_ITEM,
  itemKey,
  type Json,
  LOCALES,
  REDIRECTS_ITEM,
  type Redirects,
  type SiteContent,
} from "@marquee/contract";

/** Every item of the content by key: texts by language and name, the catalog, the redirects, then the pages that editors wrote. */
export function readItems(
  { copy, catalog }: SiteContent,
  redirects: Redirects,
  pages: Iterable<readonly [string, Json]>,
): Map<string, Json> {
  const texts = LOCALES.flatMap((locale) =>
    Object.entries(copy[locale]).map(
      ([id, value]) => [itemKey({ kind: "copy", locale, id }), value as Json] as const,
    ),
  );
  const single = [
    [CATALOG_ITEM, catalog as unknown as Json],
    [REDIRECTS_ITEM, redirects as unknown as Json],
  ] as const;
  return new Map([...texts, ...single, ...pages]);
}
