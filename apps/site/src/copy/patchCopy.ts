import { type ContentPatch, decodeHtmlEntities } from "@marquee/contract";

type Texts = { [key: string]: unknown };

/**
 * Applies text changes to a page's copy.
 * @param patch Texts by dotted key (`hero.title`, `faq.items.0.question`). A key is ignored unless it leads to a text in the copy.
 * @returns a patched clone; `copy` is unchanged.
 */
export function patchCopy(copy: unknown, patch: NonNullable<ContentPatch["copy"]>[string]): unknown {
  const patched = structuredClone(copy);
  for (const [address, text] of Object.entries(patch)) {
    const keys = address.split(".");
    const last = keys.pop() ?? "";
    const holder = keys.reduce<unknown>((texts, key) => member(texts, key), patched);
    if (typeof member(holder, last) === "string")
      (holder as Texts)[last] = last === "description" ? decodeHtmlEntities(text) : text;
  }
  return patched;
}

/** Every text of a page's copy by its dotted key, as {@link patchCopy} takes it. IDs of list items are no texts. */
export function listTexts(copy: unknown, address = ""): Record<string, string> {
  if (typeof copy === "string") return { [address]: copy };
  if (typeof copy !== "object" || copy === null) return {};
  const below = Object.entries(copy).map(([key, value]) =>
    key === "id" ? {} : listTexts(value, address ? `${address}.${key}` : key),
  );
  return Object.assign({}, ...below) as Record<string, string>;
}

function member(holder: unknown, key: string): unknown {
  const isHolder = typeof holder === "object" && holder !== null && Object.hasOwn(holder, key);
  return isHolder ? (holder as Texts)[key] : undefined;
}
