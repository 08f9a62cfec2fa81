import {
  type ContentChanges,
  itemKey,
  type Json,
  type Locale,
  parsePointer,
  valueAt,
  variedSections,
  withValueAt,
} from "@marquee/contract";

interface ChangedPage {
  page: string;
  locale: Locale;
  changes: ContentChanges;
}

/**
 * A page's copy with the changes of a variation, applied like published changes. A change is ignored unless it replaces a text, number or switch
 * of the copy by one of its kind.
 */
export function changeCopy(copy: Json, { page, locale, changes }: ChangedPage): Json {
  // Values that another service gives are not validated in the browser.
  const texts = changes[itemKey({ kind: "copy", locale, id: page })] ?? {};
  let changed = copy;
  for (const [pointer, value] of Object.entries(texts)) {
    const tokens = parsePointer(pointer);
    const before = tokens ? valueAt(changed, tokens) : undefined;
    const isOfKind = typeof before === typeof value && typeof value !== "object";
    if (tokens && isOfKind) changed = withValueAt(changed, tokens, value) ?? changed;
  }
  const { sections: publishedSections } = changed as { sections?: string[] };
  const sections = variedSections(page, publishedSections, changes);
  return sections ? { ...(changed as object), sections } : changed;
}
