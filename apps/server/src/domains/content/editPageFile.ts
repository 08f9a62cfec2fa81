import { decodeHtmlEntities, type Json } from "@marquee/contract";
import { applyEdits } from "jsonc-parser";
import { isScalar, parseDocument, Scalar, stringify } from "yaml";

/** Entities in a file's descriptions are decoded, so literal ones in a value must be escaped. */
export function withEntities(pointer: string, value: Json): Json {
  return typeof value === "string" && pointer.endsWith("/description") ? encodeEntities(value) : value;
}

function encodeEntities(text: string): string {
  return decodeHtmlEntities(text) === text ? text : text.replaceAll("&", "&amp;");
}

/** The front matter without its `---` lines, its start, and the start of the text. */
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

/** The text of a page file with another value in its front matter. */
export function replaceInFrontMatter(text: string, name: string, value: Json): string {
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

/** A text as YAML on one line, quoted if it was or must be. */
function scalarOf(value: Json, type?: Scalar["type"] | null): string {
  if (typeof value !== "string" || value.includes("\n")) return JSON.stringify(value);
  const scalar = new Scalar(value);
  if (type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE") scalar.type = type;
  return stringify(scalar, { lineWidth: 0, schema: "core" }).trimEnd();
}

/** Replaces the text below the front matter: only lines that differ, keeping the empty lines around it. */
export function replaceBody(text: string, markdown: string): string {
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
