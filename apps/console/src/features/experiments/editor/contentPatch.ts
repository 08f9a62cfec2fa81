import type { ContentPatch, Json, PageText } from "@marquee/contract";

type Copy = NonNullable<ContentPatch["copy"]>;

/** Reads a variation's value as a content patch, with defaults for what is missing. */
export function readPatch(value: Json): Required<ContentPatch> {
  const { copy = {}, order = [] } = (isBag(value) ? value : {}) as ContentPatch;
  return { copy, order };
}

/** Sets the text at one key. An empty text, or one equal to the original, removes the change. */
export function withText(
  value: Json,
  { locale, address, text, written }: { locale: string; address: string; text: string; written: string },
): Json {
  const { copy, order } = readPatch(value);
  const { [address]: _old, ...others } = copy[locale] ?? {};
  const isChange = text !== "" && text !== written;
  return toValue({ ...copy, [locale]: isChange ? { ...others, [address]: text } : others }, order);
}

/** Sets the order of the page's sections. The original order is not stored. */
export function withOrder(
  value: Json,
  order: readonly string[],
  { sections }: Pick<PageText, "sections">,
): Json {
  return toValue(readPatch(value).copy, order.join() === sections.join() ? [] : [...order]);
}

/** Order of sections: listed ones first, then the others in their original order. */
export function orderOf(value: Json, { sections }: Pick<PageText, "sections">): string[] {
  const named = readPatch(value).order.filter((id) => sections.includes(id));
  return [...named, ...sections.filter((id) => !named.includes(id))];
}

/** Number of changed texts, in one language or in all. */
export function countTexts(value: Json, locale?: string): number {
  const { copy } = readPatch(value);
  const bags = locale === undefined ? Object.values(copy) : [copy[locale] ?? {}];
  return bags.reduce((sum, texts) => sum + Object.keys(texts).length, 0);
}

function toValue(copy: Copy, order: string[]): Json {
  const changed = Object.fromEntries(
    Object.entries(copy).filter(([, texts]) => Object.keys(texts).length > 0),
  );
  return {
    ...(Object.keys(changed).length > 0 ? { copy: changed } : {}),
    ...(order.length > 0 ? { order } : {}),
  };
}

function isBag(value: Json): value is { [name: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
