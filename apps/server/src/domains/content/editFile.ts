import { parsePointer } from "@marquee/contract";
import { replaceInJson } from "./editJson.ts";
import { replaceBody, replaceInFrontMatter, withEntities } from "./editPageFile.ts";
import { kindOfFile } from "./kinds/index.ts";
import type { ItemOverlay } from "./kinds/kindDeclaration.types.ts";

/**
 * The text of a content file with other values. Everything else stays unchanged: order, indentation, comments, line ends, equal lines
 * of markdown.
 * @param name of the file; `.md` is a page in markdown.
 * @param changes new values by JSON Pointer. They must exist in the file's item.
 * @returns null if the file has nothing at one of them.
 */
export function editFile(name: string, text: string, changes: ItemOverlay): string | null {
  const kind = kindOfFile(name);
  const entries = Object.entries(kind?.withComputed?.(changes) ?? changes).map(([pointer, value]) => ({
    tokens: parsePointer(pointer) ?? [],
    value: withEntities(pointer, value),
  }));
  const isMarkdown = name.endsWith(".md");
  return entries.reduce<string | null>((edited, { tokens, value }) => {
    if (edited === null) return null;
    if (!isMarkdown) return replaceInJson(edited, tokens, value, kind?.isSparse === true);
    const [field = ""] = tokens;
    if (field === "markdown") return replaceBody(edited, String(value));
    return replaceInFrontMatter(edited, field, value);
  }, text);
}
