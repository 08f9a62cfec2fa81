/** The named entities that are decoded (specification, section 5). All others stay unchanged. */
const NAMED_ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };
const ENTITY_PATTERN = /&(?:(amp|lt|gt|quot)|#([0-9]+)|#[xX]([0-9a-fA-F]+));/g;

/** The character of a code point, or null if it is invalid: zero, surrogates, beyond U+10FFFF. */
function characterOf(codePoint: number): string | null {
  const isSurrogate = codePoint >= 0xd800 && codePoint <= 0xdfff;
  return codePoint === 0 || isSurrogate || codePoint > 0x10ffff ? null : String.fromCodePoint(codePoint);
}

/**
 * Decodes `&amp;` `&lt;` `&gt;` `&quot;` and numeric entities, decimal (`&#039;`) and hexadecimal (`&#x27;`), once: `&amp;lt;` becomes `&lt;`.
 * An entity with an invalid number stays unchanged.
 * @returns text, not HTML. Escape it before you insert it into a document.
 */
export function decodeHtmlEntities(text: string): string {
  return text.replace(ENTITY_PATTERN, (entity, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED_ENTITIES[name] ?? entity;
    const codePoint = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return characterOf(codePoint) ?? entity;
  });
}

/**
 * Decodes the entities in every description of a content file: each text that is a member named `description`, at any depth
 * (specification, section 5). Some editors' tools write `R&amp;D` where plain text is expected.
 * @param value JSON.
 * @returns a copy; `value` is unchanged.
 */
export function decodeDescriptions<Json>(value: Json): Json {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(decodeDescriptions) as Json;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const isDescription = name === "description" && typeof member === "string";
    return [name, isDescription ? decodeHtmlEntities(member) : decodeDescriptions(member)];
  });
  return Object.fromEntries(members) as Json;
}
