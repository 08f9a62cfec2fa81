import {
  type ContentChanges,
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
} from "@marquee/contract";

/**
 * The value of a content flag in releases before the content model: texts by language and dotted key (`faq.items.0.question`), and the sections
 * that come first.
 */
export interface ContentPatch {
  copy?: Record<string, Record<string, string>>;
  order?: string[];
}

/** Whether a value is a patch that changes something. */
export function isPatch(value: Json): value is Json & ContentPatch {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const names = Object.keys(value);
  return names.length > 0 && names.every((name) => name === "copy" || name === "order");
}

/**
 * A patch as changes of content that show the same page. Texts and sections that the page lacks are ignored, as they were before.
 * @param items values of all items by key.
 */
export function convertPatch(
  page: string,
  { copy = {}, order }: ContentPatch,
  items: ReadonlyMap<string, Json>,
): ContentChanges {
  const changes: ContentChanges = {};
  for (const [locale, texts] of Object.entries(copy)) {
    if (!isLocale(locale)) continue;
    const item = itemKey({ kind: "copy", locale, id: page });
    for (const [address, text] of Object.entries(texts)) {
      const tokens = textTokens(items.get(item), address);
      if (!tokens) continue;
      // Entities in descriptions are decoded, as in the files.
      const value = tokens.at(-1) === "description" ? decodeHtmlEntities(text) : text;
      changes[item] = { ...changes[item], [formatPointer(tokens)]: value };
    }
  }
  const sections = valueAt(items.get(SECTIONS_ITEM) ?? {}, [page]) as SectionOrder | undefined;
  if (order && sections)
    changes[SECTIONS_ITEM] = { [formatPointer([page, "order"])]: triedOrder(page, order, sections) };
  return changes;
}

/** The tokens of the text with a dotted key, in which items of lists have positions; null if there is no such text. */
function textTokens(item: Json | undefined, address: string): string[] | null {
  const tokens: string[] = [];
  let node = item;
  for (const key of address.split(".")) {
    if (typeof node !== "object" || node === null || !Object.hasOwn(node, key)) return null;
    const member: Json = (node as Record<string, Json>)[key] as Json;
    tokens.push(Array.isArray(node) ? listToken(member, Number(key)) : key);
    node = member;
  }
  return typeof node === "string" && tokens.at(-1) !== "id" ? tokens : null;
}

/** A page's order in a variation. Hidden sections and those that are always first keep their position. */
function triedOrder(page: string, tried: readonly string[], { order, hidden }: SectionOrder): string[] {
  const isFirst = (id: string) =>
    PAGE_SECTIONS[page]?.some((section) => section.isFirst && section.id === id);
  const moving = order.filter((id) => !isFirst(id) && !hidden.includes(id));
  const moved = withTriedOrder(moving, tried);
  return order.map((id) => (moving.includes(id) ? (moved.shift() ?? id) : id));
}

/** Sections that opened and closed a page in every variation. */
const EDGES: ReadonlySet<string> = new Set(["facts", "closing"]);

/** The sections in `first` come first among the movable ones. All others keep their positions. */
function withTriedOrder(order: readonly string[], first: readonly string[]): string[] {
  const movable = order.filter((id) => !EDGES.has(id));
  const named = first.filter((id, index) => movable.includes(id) && first.indexOf(id) === index);
  const moved = [...named, ...movable.filter((id) => !named.includes(id))];
  return order.map((id) => (EDGES.has(id) ? id : (moved.shift() ?? id)));
}
