import {
  type Json,
  markText,
  parseItemKey,
  parsePointer,
  type SiteContent,
  withValueAt,
} from "@marquee/contract";
import type { BuiltContent } from "../content/contentEngine.ts";
import { listFields } from "../content/listFields.ts";

/**
 * The content with invisible marks in the texts of one item, by the position of each field in the item's form, so that an editor's preview can
 * map texts to fields. URLs and choices have no marks, because code reads them.
 */
export function markContent(content: BuiltContent, key: string): BuiltContent {
  const item = content.items.get(key);
  const address = parseItemKey(key);
  if (item === undefined || address?.kind !== "copy") return content;
  const { locale, id } = address;
  const { site } = content;
  // Served content also contains the order of sections.
  let marked = site.copy[locale][id] as Json;
  listFields(key, item).forEach(({ pointer, kind, value }, index) => {
    const tokens = parsePointer(pointer);
    if (!tokens || typeof value !== "string" || (kind !== "text" && kind !== "longText") || isAddress(value))
      return;
    marked = withValueAt(marked, tokens, markText(value, index)) ?? marked;
  });
  const copy: SiteContent["copy"] = { ...site.copy, [locale]: { ...site.copy[locale], [id]: marked } };
  return { ...content, site: { ...site, copy } };
}

/** Whether a text is a path, a URL or a name for code, which a mark would break. */
function isAddress(text: string): boolean {
  return /^(?:[/#]|[a-z]+:)\S*$/i.test(text) || /^[a-z0-9]+(?:-[a-z0-9]+)+$/.test(text);
}
