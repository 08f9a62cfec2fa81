import { type Json, valueAt } from "@marquee/contract";
import { MAX_FIELD_BYTES } from "@marquee/contract/schema";
import { kindOf } from "./kinds/index.ts";
import type { KindDeclaration } from "./kinds/kindDeclaration.types.ts";
import { firstProblem, isTextList, textProblem } from "./textProblem.ts";

/**
 * Why `value` can't replace the value at `tokens`, and how to fix it; null if it can. Only the value of a field can be replaced: a text, a
 * number, yes or no, or a list of choices. The shape of an item is that of its file, which the site's code is written for.
 */
export function checkField(item: string, base: Json, tokens: readonly string[], value: Json): string | null {
  const kind = kindOf(item);
  if (kind?.checkField) return kind.checkField(tokens, value);
  const computed = kind?.computed?.(tokens);
  if (computed) return computed;
  const before = valueAt(base, tokens);
  if (before === undefined) return "The files don't have this field.";
  if (!isEditable(kind, tokens) || !isField(kind, before)) return "This is not a field.";
  if (kind?.checkValue) return kind.checkValue(tokens, value);
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_FIELD_BYTES)
    return `This is longer than ${MAX_FIELD_BYTES / 1024} KB. Shorten it.`;
  if (Array.isArray(before)) return isTextList(value) ? firstProblem(value) : "This must be a list of texts.";
  if (before === null || typeof before === "number")
    // A price may be null in the files: "on request".
    return value === null || typeof value === "number" ? null : "This must be a number.";
  if (typeof value !== typeof before)
    return `This must be a ${typeof before === "string" ? "text" : typeof before}.`;
  if (value === "" && kind?.mayBeEmpty?.(tokens.join("/"))) return null;
  return typeof value === "string" && typeof before === "string" ? textProblem(value, before) : null;
}

/** Editors can't change IDs, computed values and the structure of rich text. */
export function isEditable(kind: KindDeclaration | null, tokens: readonly string[]): boolean {
  const last = tokens.at(-1);
  if (last === undefined || last === "id" || last === "pageId" || kind?.computed?.(tokens)) return false;
  return tokens[0] !== "document" || last === "value" || last === "uri";
}

/**
 * Whether editors change an object or list as one value, such as the file of an image. Other lists have a length fixed by the
 * site's code.
 */
export function isField(kind: KindDeclaration | null, value: Json): boolean {
  return typeof value !== "object" || value === null || (kind?.isField?.(value) ?? false);
}
