import { CATALOG_ITEM, itemKey, type Json, LOCALES, type SiteContent } from "@marquee/contract";

/** Every item of the content by key: texts by language and name, then the catalog, then the pages that editors wrote. */
export function readItems(
  { copy, catalog }: SiteContent,
  pages: Iterable<readonly [string, Json]>,
): Map<string, Json> {
  const texts = LOCALES.flatMap((locale) =>
    Object.entries(copy[locale]).map(
      ([id, value]) => [itemKey({ kind: "copy", locale, id }), value as Json] as const,
    ),
  );
  return new Map([...texts, [CATALOG_ITEM, catalog as unknown as Json], ...pages]);
}
