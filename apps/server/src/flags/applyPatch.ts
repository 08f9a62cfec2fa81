import type { ContentPatch, Json } from "@marquee/contract";

/** Applies the patch `over` on top of `under`: text and order that `over` does not set come from `under`. */
export function applyPatch(under: ContentPatch, over: ContentPatch): ContentPatch {
  const locales = new Set([...Object.keys(under.copy ?? {}), ...Object.keys(over.copy ?? {})]);
  const copy = Object.fromEntries(
    [...locales].map((locale) => [locale, { ...under.copy?.[locale], ...over.copy?.[locale] }]),
  );
  const order = over.order ?? under.order;
  return { ...(locales.size > 0 && { copy }), ...(order && { order }) };
}

/** {@link applyPatch} for values of content flags. They are validated as patches when they are saved. */
export function applyPatchValue(under: Json, over: Json): Json {
  return applyPatch((under ?? {}) as ContentPatch, (over ?? {}) as ContentPatch) as unknown as Json;
}
