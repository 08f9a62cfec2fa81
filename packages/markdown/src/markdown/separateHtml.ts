import { splitCodeSpans } from "./codeSpans.ts";
import { EMPTY_COMMENT } from "./removeComments.ts";

/** Elements that start an HTML block (CommonMark, section 4.6), apart from those with raw text. */
const BLOCKS =
  "address|article|aside|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|" +
  "frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|" +
  "section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";
/** Elements that contain no markup except their own closing tag. */
const RAW = "pre|script|style|textarea";
const START_PATTERN = new RegExp(`^<(?:!--|/?(?:${BLOCKS}|${RAW})(?![\\w:-]))`, "i");
/** Content that continues an HTML block after a closing tag, so that the parser keeps it. */
const CONTINUES_PATTERN = new RegExp(`^<(?:/[a-z]|!--|(?:${BLOCKS}|${RAW})(?![\\w:-]))`, "i");
/** A line with one tag and nothing else. */
const LONE_TAG_PATTERN = /^<\/?[a-z][\w-]*(?:\s[^<>]*)?\/?>\s*$/i;
const TAG_PATTERN = /<(\/?)([a-z][\w-]*)(?![\w:@.+-])[^<>]*>/gi;
const BLOCK_PATTERN = new RegExp(`^(?:${BLOCKS}|${RAW})$`, "i");
const RAW_PATTERN = new RegExp(`^(?:${RAW})$`, "i");
/** Markers of quotes and list items, and the space around them. */
const PREFIX_PATTERN = /^[ \t]*(?:(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))[ \t]*)*/;
const SPACE_PATTERN = /^[ \t]*/;
const VOID_PATTERN = /^(?:col|frame|hr|link|param|track)$/;

/**
 * Creates a function that puts an empty line between the end of an HTML block and text that follows it directly: the parser treats such text as
 * part of the block and drops it. Call it with each line in order, apart from those of fenced code.
 */
export function createHtmlSeparator(): (line: string) => string {
  /** Whether an HTML block is open. It ends at an empty line. */
  let isInBlock = false;
  /** Quote markers of the line in which the block starts. */
  let quotes = "";
  /** Elements that are open, innermost last. */
  const open: { tag: string; lineOfText: number }[] = [];
  let lineNumber = 0;
  /** The element whose raw text is open. */
  let raw = "";
  /** Whether the last closed element ends its line for the parser: a comment, or an element with raw text. */
  let endsLine = false;
  /** Number of elements open before the block, and whether the last closed one was among them or not open. */
  let outer = 0;
  let endsOuter = false;
  let isAfterEnd = false;
  let isAfterBlank = true;

  /** Whether a closing tag ends an element that started in an HTML block. */
  const close = (tag: string): boolean => {
    const index = open.findLastIndex((each) => each.tag === tag);
    const opening = open[index];
    endsOuter = index < outer;
    if (opening) open.length = index;
    outer = Math.min(outer, open.length);
    // An element that starts and ends within a line of text is part of it.
    return opening ? opening.lineOfText !== lineNumber : BLOCK_PATTERN.test(tag);
  };
  /** Whether a tag ends an element. */
  const follow = (isClosing: boolean, tag: string): boolean => {
    if (raw) {
      const isEnd = isClosing && tag === raw;
      if (isEnd) raw = "";
      endsLine = isEnd;
      return isEnd;
    }
    endsLine = false;
    endsOuter = false;
    if (isClosing) return close(tag);
    if (RAW_PATTERN.test(tag)) raw = tag;
    else if (BLOCK_PATTERN.test(tag) && !VOID_PATTERN.test(tag))
      open.push({ tag, lineOfText: isInBlock ? 0 : lineNumber });
    return false;
  };
  const continues = (text: string) => {
    if (endsLine) return false;
    return isInBlock && !endsOuter ? CONTINUES_PATTERN.test(text) : text.startsWith("</");
  };
  /** Position after an end that is followed by text in the line, or -1. */
  const findEnd = (text: string): number => {
    endsLine = text.trimEnd() === EMPTY_COMMENT;
    isAfterEnd = endsLine;
    for (const { 0: token, 1: slash, 2: name = "", index } of text.matchAll(TAG_PATTERN)) {
      if (!follow(slash === "/", name.toLowerCase())) continue;
      const end = index + token.length;
      const rest = text.slice(end).trimStart();
      isAfterEnd = rest === "";
      if (!isAfterEnd && !continues(rest)) return end;
    }
    return -1;
  };
  const begin = (text: string, prefix: string) => {
    const isLone = isAfterBlank && LONE_TAG_PATTERN.test(text);
    isInBlock = isLone || START_PATTERN.test(text);
    outer = open.length;
    quotes = prefix.replace(/[^>]/g, " ").trimEnd();
    const [, tag] = (isLone && /^<([a-z][\w-]*)/i.exec(text)) || [];
    if (tag && !BLOCK_PATTERN.test(tag)) open.push({ tag: tag.toLowerCase(), lineOfText: 0 });
  };

  return (line) => {
    const lines: string[] = [];
    let rest = line;
    lineNumber += 1;
    for (;;) {
      const isInside = isInBlock || raw !== "";
      const [prefix = ""] = (isInside && quotes === "" ? SPACE_PATTERN : PREFIX_PATTERN).exec(rest) ?? [];
      const text = rest.slice(prefix.length);
      if (text === "" && !raw) {
        isInBlock = false;
        isAfterEnd = false;
        isAfterBlank = true;
        return [...lines, rest].join("\n");
      }
      if (isAfterEnd && !raw && !continues(text)) {
        lines.push(quotes);
        isInBlock = false;
        isAfterEnd = false;
        isAfterBlank = true;
        continue;
      }
      if (!isInBlock && !raw) begin(text, prefix);
      isAfterBlank = false;
      const isText = !isInBlock && !raw;
      // Cells of a table have no blocks.
      const end = isText && text.startsWith("|") ? -1 : findEnd(isText ? withoutCode(text) : text);
      if (end < 0) return [...lines, rest].join("\n");
      lines.push(prefix + text.slice(0, end), quotes);
      rest = prefix.replace(/[^>\t]/g, " ") + text.slice(end).trimStart();
      isInBlock = false;
      isAfterBlank = true;
    }
  };
}

/** A line with backticks instead of code. */
function withoutCode(line: string): string {
  return splitCodeSpans(line)
    .map(({ text, isCode }) => (isCode ? "`".repeat(text.length) : text))
    .join("");
}
