import {
  type ContentPatch,
  decodeHtmlEntities,
  formatPointer,
  isLocale,
  itemKey,
  type Json,
  listToken,
  PAGE_SECTIONS,
  SECTIONS_ITEM,
  type SectionOrder,
  valueAt,
  withTriedOrder,
} from "@marquee/contract";

/** A field of the content with another value. */
export interface ContentChange {
  item: string;
  pointer: string;
  value: Json;
}

/**
 * What a patch changes on its page, with the addresses of the content. Texts and sections that the page does not have are left out, as they are
 * when the page is shown.
 * @param items values of all items by key.
 */
export function contentChanges(
  page: string,
  { copy = {}, order }: ContentPatch,
  items: ReadonlyMap<string, Json>,
): ContentChange[] {
  const texts = Object.entries(copy).flatMap(([locale, changed]) => {
    if (!isLocale(locale)) return [];
    const item = itemKey({ kind: "copy", locale, id: page });
    return Object.entries(changed).flatMap(([address, text]): ContentChange[] => {
      const tokens = textTokens(items.get(item), address);
      // As in the files, the entities of descriptions are decoded.
      const value = tokens?.at(-1) === "description" ? decodeHtmlEntities(text) : text;
      return tokens ? [{ item, pointer: formatPointer(tokens), value }] : [];
    });
  });
  const sections = valueAt(items.get(SECTIONS_ITEM) ?? {}, [page]) as unknown as SectionOrder | undefined;
  if (!order || !sections) return texts;
  const value = triedOrder(page, order, sections);
  return [...texts, { item: SECTIONS_ITEM, pointer: formatPointer([page, "order"]), value }];
}

/** The tokens of the text with a dotted key, in which items of lists have positions; null if there is no such text. */
function textTokens(item: Json | undefined, address: string): string[] | null {
  const tokens: string[] = [];
  let found = item;
  for (const key of address.split(".")) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, key)) return null;
    const member: Json = (found as Record<string, Json>)[key] as Json;
    tokens.push(Array.isArray(found) ? listToken(member, Number(key)) : key);
    found = member;
  }
  return typeof found === "string" && tokens.at(-1) !== "id" ? tokens : null;
}

/** A page's order in a variation. What is hidden or always first keeps its place. */
function triedOrder(page: string, tried: readonly string[], { order, hidden }: SectionOrder): string[] {
  const isFirst = (id: string) =>
    PAGE_SECTIONS[page]?.some((section) => section.isFirst && section.id === id);
  const moving = order.filter((id) => !isFirst(id) && !hidden.includes(id));
  const moved = withTriedOrder(moving, tried);
  return order.map((id) => (moving.includes(id) ? (moved.shift() ?? id) : id));
}
