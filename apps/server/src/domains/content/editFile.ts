import { isDeepStrictEqual } from "node:util";
import {
  type BillingPeriod,
  decodeHtmlEntities,
  type Json,
  listToken,
  parsePointer,
  perMonthOf,
} from "@marquee/contract";
import { applyEdits, findNodeAtLocation, getNodeValue, modify, type Node, parseTree } from "jsonc-parser";
import { isScalar, parseDocument, Scalar, stringify } from "yaml";
import { MEETING_ROUTES_FILE } from "./meetingProblems.ts";
import type { ItemOverlay } from "./overlay.ts";
import { SECTIONS_FILE } from "./pageSections.ts";

/** Line length of JSON files, as Biome formats them. */
const LINE_WIDTH = 110;
const INDENT = "  ";

interface Edit {
  offset: number;
  length: number;
  content: string;
}

/**
 * The text of a content file with other values. Everything beside the values stays as it is: order, indentation, comments, line ends,
 * lines of markdown that are the same.
 * @param name of the file; `.md` is a page in markdown.
 * @param changes new values by JSON Pointer. The item of the file has all of them.
 * @returns null if the file has nothing at one of them.
 */
export function editFile(name: string, text: string, changes: ItemOverlay): string | null {
  const entries = Object.entries(withComputed(changes)).map(([pointer, value]) => ({
    tokens: parsePointer(pointer) ?? [],
    value: withEntities(pointer, value),
  }));
  const isMarkdown = name.endsWith(".md");
  return entries.reduce<string | null>((edited, { tokens, value }) => {
    if (edited === null) return null;
    const isSparse = name === SECTIONS_FILE || name === MEETING_ROUTES_FILE;
    if (!isMarkdown) return replaceInJson(edited, tokens, value, isSparse);
    const [field = ""] = tokens;
    if (field === "markdown") return replaceBody(edited, String(value));
    return replaceInFrontMatter(edited, field, value);
  }, text);
}

const PRICE_PATTERN = /^(\/plans\/\w+\/pricing\/(monthly|yearly)\/)price$/;

/** Changes with what follows from them: of prices, what they are per month. */
function withComputed(changes: ItemOverlay): ItemOverlay {
  const computed = Object.entries(changes).flatMap(([pointer, value]) => {
    const [, pricing = "", period] = PRICE_PATTERN.exec(pointer) ?? [];
    const isPrice = value === null || typeof value === "number";
    return period && isPrice
      ? [[`${pricing}perMonth`, perMonthOf(value, period as BillingPeriod)] as const]
      : [];
  });
  return { ...changes, ...Object.fromEntries(computed) };
}

/** Files may have entities in descriptions, which are decoded. A value that has one must not be. */
function withEntities(pointer: string, value: Json): Json {
  return typeof value === "string" && pointer.endsWith("/description") ? encodeEntities(value) : value;
}

function encodeEntities(text: string): string {
  return decodeHtmlEntities(text) === text ? text : text.replaceAll("&", "&amp;");
}

/** @param isSparse the file may leave out any value. */
function replaceInJson(
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
  // A list is formatted where it is.
  if (root && isSparse) return replaceInJson(changeMember(text, tokens, []), tokens, value, false);
  if (!root || tokens.length !== 1) return null;
  return changeMember(text, tokens, value);
}

/** Adds a member that the file does not have yet, or removes one (undefined). What a page adds to its head follows the description. */
function changeMember(
  text: string,
  tokens: readonly string[],
  value: Json | undefined,
  indexIn: (names: string[]) => number = (names) =>
    names.includes("description") ? names.indexOf("description") + 1 : names.length,
): string {
  const edits: Edit[] = modify(text, [...tokens], value, {
    formattingOptions: {
      insertSpaces: true,
      tabSize: INDENT.length,
      eol: text.includes("\r\n") ? "\r\n" : "\n",
    },
    getInsertionIndex: indexIn,
  });
  return applyEdits(text, edits);
}

/**
 * The text of a JSON object with another member, or without it (undefined). Other members stay as they are. A new one comes before the first whose
 * name is later in the alphabet; its own members are on lines of their own, what is in them on one line each.
 */
export function editMember(text: string, name: string, value: Record<string, Json> | undefined): string {
  const rootBefore = parseTree(text);
  const before = rootBefore && nodeAt(rootBefore, [name]);
  if (value === undefined) return before ? changeMember(text, [name], undefined) : text;
  const known = before ? (getNodeValue(before) as Record<string, Json>) : {};
  if (before && isDeepStrictEqual(known, value)) return text;
  const isOnOneLine =
    before !== undefined &&
    before !== null &&
    !text.slice(before.offset, before.offset + before.length).includes("\n");
  // Members that are there keep their order.
  const ordered = {
    ...Object.fromEntries(
      Object.keys(known).flatMap((each) => (each in value ? [[each, value[each] as Json]] : [])),
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
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = Object.entries(ordered).map(
    ([each, member]) => `${INDENT}${INDENT}${JSON.stringify(each)}: ${onOneLine(member)}`,
  );
  const content = isOnOneLine ? onOneLine(ordered) : `{${eol}${lines.join(`,${eol}`)}${eol}${INDENT}}`;
  return applyEdits(placed, [{ offset: node.offset, length: node.length, content }]);
}

/**
 * A list of objects of which each has a line of its own, as the rules of meeting routes: those that stay keep their text. Null for other lists, which are
 * formatted anew.
 */
function formatItems(value: Json, text: string, node: Node): string | null {
  const isList = (each: Json): each is Json[] =>
    Array.isArray(each) && each.length > 0 && each.every((item) => typeof item === "object" && item !== null);
  if (!isList(value) || node.type !== "array") return null;
  const before = (node.children ?? []).map((child) => ({
    // With ordinary objects, which the parser does not make.
    value: structuredClone(getNodeValue(child)) as Json,
    text: text.slice(child.offset, child.offset + child.length),
  }));
  if (before.some((item) => item.text.includes("\n"))) return null;
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lineStart = text.lastIndexOf("\n", node.offset - 1) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const lines = value.map((item) => {
    const kept = before.find((each) => isDeepStrictEqual(each.value, item));
    return `${indentation}${INDENT}${kept?.text ?? onOneLine(item)}`;
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

/** JSON as Biome formats it: a list of plain values on one line if it fits, everything else on lines of its own. */
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

/** A content file for a new item, in the format of the files that are there. */
export function newJsonFile(value: Json): string {
  return `${formatJson(value, "", 0)}\n`;
}

/** Front matter without its lines of ---, where it begins, and where the text begins. */
function partsOf(text: string): { head: string; headOffset: number; bodyOffset: number } {
  const headOffset = text.indexOf("\n") + 1;
  for (let lineStart = headOffset; ; ) {
    const lineEnd = text.indexOf("\n", lineStart);
    const line = text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
    if (line.replace(/\r$/, "") === "---" || lineEnd < 0)
      return {
        head: text.slice(headOffset, lineStart),
        headOffset,
        bodyOffset: lineEnd < 0 ? text.length : lineEnd + 1,
      };
    lineStart = lineEnd + 1;
  }
}

/** A markdown file for a new page. */
export function newPageFile(head: Readonly<Record<string, Json>>, markdown: string): string {
  const lines = Object.entries(head).map(
    ([name, value]) => `${name}: ${scalarOf(withEntities(`/${name}`, value))}\n`,
  );
  return `---\n${lines.join("")}---\n\n${markdown.replace(/^\n+/, "").trimEnd()}\n`;
}

function replaceInFrontMatter(text: string, name: string, value: Json): string {
  const { head, headOffset } = partsOf(text);
  const node = parseDocument(head, { schema: "core" }).get(name, true);
  if (!isScalar(node) || !node.range) {
    const eol = head.endsWith("\r\n") ? "\r\n" : "\n";
    const at = headOffset + head.length;
    return `${text.slice(0, at)}${name}: ${scalarOf(value)}${eol}${text.slice(at)}`;
  }
  const [start, end] = node.range;
  const before = head.slice(start, end);
  // A block scalar includes its last line end.
  const lineEnd = /\r?\n$/.exec(before)?.[0] ?? "";
  const content = scalarOf(value, node.type) + lineEnd;
  return applyEdits(text, [{ offset: headOffset + start, length: end - start, content }]);
}

/** A text as YAML on one line, quoted as before, or if it must be. */
function scalarOf(value: Json, type?: Scalar["type"] | null): string {
  if (typeof value !== "string" || value.includes("\n")) return JSON.stringify(value);
  const scalar = new Scalar(value);
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") scalar.type = type;
  return stringify(scalar, { lineWidth: 0, schema: "core" }).trimEnd();
}

/** Replaces the text below the front matter: only lines that differ, and not the empty lines around it. */
function replaceBody(text: string, markdown: string): string {
  const { bodyOffset } = partsOf(text);
  const body = text.slice(bodyOffset);
  const lead = /^(?:\r?\n)*/.exec(body)?.[0] ?? "";
  const old = linesOf(body.slice(lead.length));
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const isTerminated = old.length === 0 || (old.at(-1) ?? "").endsWith("\n");
  const next = linesOf(isTerminated && !markdown.endsWith("\n") ? `${markdown}\n` : markdown);
  const isKept = (mine: string | undefined, theirs: string | undefined) =>
    mine !== undefined && mine.replace("\r\n", "\n") === theirs;
  let first = 0;
  while (isKept(old[first], next[first])) first += 1;
  let last = 0;
  while (last < Math.min(old.length, next.length) - first && isKept(old.at(-1 - last), next.at(-1 - last)))
    last += 1;
  const lines = [
    ...old.slice(0, first),
    ...next.slice(first, next.length - last).map((line) => line.replace(/\n$/, eol)),
    ...old.slice(old.length - last),
  ];
  return text.slice(0, bodyOffset) + lead + lines.join("");
}

/** Lines with their ends. */
function linesOf(text: string): string[] {
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return [...lines.map((line) => `${line}\n`), ...(last === "" ? [] : [last])];
}
