import {
  CATALOG_ITEM,
  imageItemOf,
  isImagePath,
  itemKey,
  type Json,
  LOCALES,
  type SiteContent,
} from "@marquee/contract";

/** Every item of the content by key: texts by language and name, the catalog, the pages that editors wrote, then images. */
export function readItems(
  { copy, catalog, images }: SiteContent,
  pages: Iterable<readonly [string, Json]>,
): Map<string, Json> {
  const texts = LOCALES.flatMap((locale) =>
    Object.entries(copy[locale]).map(
      ([id, value]) => [itemKey({ kind: "copy", locale, id }), value as Json] as const,
    ),
  );
  const pictures = Object.entries(images)
    .filter(([id]) => isImagePath(id))
    .map(([id, image]) => [itemKey({ kind: "image", id }), imageItemOf(image) as unknown as Json] as const);
  return new Map([...texts, [CATALOG_ITEM, catalog as unknown as Json], ...pages, ...pictures]);
}
