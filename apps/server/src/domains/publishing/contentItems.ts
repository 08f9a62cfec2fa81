import {
  BANNER_ITEM,
  CATALOG_ITEM,
  imageItemOf,
  isImagePath,
  itemKey,
  type Json,
  LOCALES,
  MEETING_ROUTES_ITEM,
  type MeetingRoutes,
  REDIRECTS_ITEM,
  type Redirects,
  SECTIONS_ITEM,
  type SiteContent,
} from "@marquee/contract";

/** Every item of the content by key: texts by language and name, the catalog, the redirects, the order of sections, the banner, the pages that editors wrote, then images. */
export function readItems(
  { copy, catalog, images, sections, banner }: SiteContent,
  { redirects, meetingRoutes }: { redirects: Redirects; meetingRoutes: MeetingRoutes },
  pages: Iterable<readonly [string, Json]>,
): Map<string, Json> {
  const texts = LOCALES.flatMap((locale) =>
    Object.entries(copy[locale]).map(
      ([id, value]) => [itemKey({ kind: "copy", locale, id }), value as Json] as const,
    ),
  );
  const pictures = Object.entries(images)
    .filter(([id]) => isImagePath(id))
    .map(([id, image]) => [itemKey({ kind: "image", id }), imageItemOf(image)] as const);
  const single = [
    [CATALOG_ITEM, catalog],
    [REDIRECTS_ITEM, redirects],
    [SECTIONS_ITEM, sections],
    [BANNER_ITEM, banner],
    [MEETING_ROUTES_ITEM, meetingRoutes],
  ] as const;
  return new Map([...texts, ...single, ...pages, ...pictures]);
}
