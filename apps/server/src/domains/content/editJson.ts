import { isDeepStrictEqual } from "node:util";
import { type Json, listToken } from "@marquee/contract";
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node, parseTree } from "jsonc-parser";

/** Line length of JSON files, as Biome formats them. */
const LINE_WIDTH = 110;
const INDENT = "  ";

interface Edit {
  offset: number;
  length: number;
  content: string;
}

/** The text of a JSON file with another value. @param isSparse the file may omit any value. @returns null if it has nothing there. */
export function replaceInJson(
  text: string,
  tokens: readonly string[],
  value: Json,
  isSparse: boolean,
): string | null {
  const root = parseTree(text);
  const node = root && nodeAt(root, tokens);
  // A redirect is removed.
  if (node && value === null && tokens.length === 1 && node.type === "object")
    return changeMember(text, tokens, undefined);
  if (node) {
    const content = formatItems(value, text, node) ?? formatJson(value, text, node.offset);
    return applyEdits(text, [{ offset: node.offset, length: node.length, content }]);
  }
  // A list is formatted in place.
  if (root && isSparse) return replaceInJson(changeMember(text, tokens, []), tokens, value, false);
  if (!root || tokens.length !== 1) return null;
  return changeMember(text, tokens, value);
}

/**
 * Adds a member that the file does not have yet, or removes one (undefined). Additional head fields of a page follow the description.
 */
function changeMember(
  text: string,
  tokens: readonly string[],
  value: Json | undefined,
  indexIn: (names: string[]) => number = (names) =>
    names.includes("description") ? names.indexOf("description") + 1 : names.length,
): string {
  const edits: Edit[] = modify(text, [...tokens], value, {
    formattingOptions: { insertSpaces: true, tabSize: INDENT.length, eol: eolOf(text) },
    getInsertionIndex: indexIn,
  });
  return applyEdits(text, edits);
}

/**
 * The text of a JSON object with another member, or without it (undefined). Other members stay unchanged. A new one is inserted in alphabetical
 * order, with one line for each of its members.
 */
export function editMember(text: string, name: string, value: Record<string, Json> | undefined): string {
  const rootBefore = parseTree(text);
  const before = rootBefore && nodeAt(rootBefore, [name]);
  if (value === undefined) return before ? changeMember(text, [name], undefined) : text;
  const written = before ? (getNodeValue(before) as Record<string, Json>) : {};
  if (before && isDeepStrictEqual(written, value)) return text;
  const isOnOneLine =
    before !== undefined &&
    before !== null &&
    !text.slice(before.offset, before.offset + before.length).includes("\n");
  // Existing members keep their order.
  const ordered = {
    ...Object.fromEntries(
      Object.keys(written).flatMap((each) => (each in value ? [[each, value[each] as Json]] : [])),
    ),
    ...value,
  };
  const placed = before
    ? text
    : changeMember(text, [name], {}, (names) => {
        const next = names.findIndex((each) => each > name);
        return next < 0 ? names.length : next;
      });
  const root = parseTree(placed);
  const node = root && nodeAt(root, [name]);
  if (!node) return text;
  const eol = eolOf(text);
  const lines = Object.entries(ordered).map(
    ([each, member]) => `${INDENT}${INDENT}${JSON.stringify(each)}: ${onOneLine(member)}`,
  );
  const content = isOnOneLine ? onOneLine(ordered) : `{${eol}${lines.join(`,${eol}`)}${eol}${INDENT}}`;
  return applyEdits(placed, [{ offset: node.offset, length: node.length, content }]);
}

/**
 * Formats a list of objects with one line each, such as the rules of meeting routes; unchanged objects keep their text. Null for other lists, which are
 * reformatted.
 */
function formatItems(value: Json, text: string, node: Node): string | null {
  const isList = (each: Json): each is Json[] =>
    Array.isArray(each) && each.length > 0 && each.every((item) => typeof item === "object" && item !== null);
  if (!isList(value) || node.type !== "array") return null;
  const before = (node.children ?? []).map((child) => ({
    // Cloned to ordinary objects, which the parser does not create.
    value: structuredClone(getNodeValue(child)) as Json,
    text: text.slice(child.offset, child.offset + child.length),
  }));
  if (before.some((item) => item.text.includes("\n"))) return null;
  const eol = eolOf(text);
  const lineStart = text.lastIndexOf("\n", node.offset - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const lines = value.map((item) => {
    const unchanged = before.find((each) => isDeepStrictEqual(each.value, item));
    return `${indentation}${INDENT}${unchanged?.text ?? onOneLine(item)}`;
  });
  return `[${eol}${lines.join(`,${eol}`)}${eol}${indentation}]`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`)
    .join(", ")} }`;
}

/** The node that `tokens` lead to, where an item of a list is named by its ID. */
function nodeAt(root: Node, tokens: readonly string[]): Node | null {
  let node: Node | undefined = root;
  for (const token of tokens) {
    if (node?.type === "array") {
      const items: Node[] = node.children ?? [];
      node = items.find((item, index) => listToken(getNodeValue(item), index) === token);
    } else node = node && findNodeAtLocation(node, [token]);
  }
  return node ?? null;
}

/** JSON as Biome formats it: a list of plain values on one line if it fits, everything else on separate lines. */
function formatJson(value: Json, text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const line = text.slice(lineStart, offset);
  const indentation = /^[ \t]*/.exec(line)?.[0] ?? "";
  const used = line.length;
  const format = (each: Json, indent: string, column: number): string => {
    if (typeof each !== "object" || each === null) return JSON.stringify(each);
    const isList = Array.isArray(each);
    const inner = indent + INDENT;
    const oneLine = isList && each.every((item) => typeof item !== "object" || item === null);
    const flat = oneLine ? `[${each.map((item) => JSON.stringify(item)).join(", ")}]` : null;
    if (flat !== null && column + flat.length < LINE_WIDTH) return flat;
    const parts = isList
      ? each.map((item) => `${inner}${format(item, inner, inner.length)}`)
      : Object.entries(each).map(([name, member]) => {
          const key = `${inner}${JSON.stringify(name)}: `;
          return `${key}${format(member, inner, key.length)}`;
        });
    if (parts.length === 0) return isList ? "[]" : "{}";
    const [open, close] = isList ? "[]" : "{}";
    return `${open}\n${parts.join(",\n")}\n${indent}${close}`;
  };
  return format(value, indentation, used);
}

/** A content file for a new item, in the format of existing files. */
export function newJsonFile(value: Json): string {
  return `${formatJson(value, "", 0)}\n`;
}

function eolOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
