import type { ContentPatch } from "@marquee/contract";

type Texts = { [key: string]: unknown };

/**
 * A page's copy with other texts in some places.
 * @param patch dotted addresses (`hero.title`, `faq.items.0.question`) and what stands there instead. An address that the copy does not have
 * is passed over: a page without one of its texts would be broken.
 */
export function patchCopy(copy: unknown, patch: NonNullable<ContentPatch["copy"]>[string]): unknown {
  const patched = structuredClone(copy);
  for (const [address, text] of Object.entries(patch)) {
    const keys = address.split(".");
    const last = keys.pop() ?? "";
    const holder = keys.reduce<unknown>((texts, key) => member(texts, key), patched);
    if (typeof member(holder, last) === "string") (holder as Texts)[last] = text;
  }
  return patched;
}

/** Every text of a page's copy by its dotted address. */
export function listTexts(copy: unknown, address = ""): Record<string, string> {
  if (typeof copy === "string") return { [address]: copy };
  if (typeof copy !== "object" || copy === null) return {};
  const below = Object.entries(copy).map(([key, value]) =>
    listTexts(value, address ? `${address}.${key}` : key),
  );
  return Object.assign({}, ...below) as Record<string, string>;
}

function member(holder: unknown, key: string): unknown {
  const isHolder = typeof holder === "object" && holder !== null && Object.hasOwn(holder, key);
  return isHolder ? (holder as Texts)[key] : undefined;
}
