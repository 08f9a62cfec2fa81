import { MAX_MARKDOWN_DEPTH } from "./markdownLimits.ts";

/**
 * Tokens that can open or close a level: an escape, a tag, the end of an empty element, a bracket, or a run of
 * emphasis.
 */
const TOKEN_PATTERN = /\\.|<\/?[A-Za-z][A-Za-z0-9-]*(?![\w:@.+-])|\/>|[[\]]|\*+|_+|~+|=+/g;
const VOID_TAG_PATTERN = /^<(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/i;
const BLANK_PATTERN = /^[\s>]*$/;
const SPACE_PATTERN = /^\s?$/;
const WORD_PATTERN = /^[\p{L}\p{N}]$/u;

/**
 * Creates a function that escapes tokens that would nest deeper than {@link MAX_MARKDOWN_DEPTH} levels in a line of markdown: tags anywhere
 * in the document, brackets and emphasis within a paragraph. The parser takes quadratic time for nested brackets, and deep emphasis
 * overflows its stack. Call it with each line in order.
 */
export function createNestingLimit(): (line: string) => string {
  let tags = 0;
  let brackets = 0;
  let emphasis = 0;

  const limitTag = (token: string): string => {
    if (token.startsWith("</")) tags = Math.max(0, tags - 1);
    else if (tags >= MAX_MARKDOWN_DEPTH) return token.replace("<", "&lt;");
    else if (!VOID_TAG_PATTERN.test(token)) tags += 1;
    return token;
  };
  const limitEmphasis = (run: string, before: string, after: string): string => {
    const { opens, closes } = flanking(before, after);
    if (closes && (!opens || emphasis > 0)) emphasis = Math.max(0, emphasis - run.length);
    else if (opens) {
      const keptLength = Math.min(run.length, MAX_MARKDOWN_DEPTH - emphasis);
      emphasis += keptLength;
      return run.slice(0, keptLength) + escaped(run.slice(keptLength));
    }
    return run;
  };

  return (line) => {
    if (BLANK_PATTERN.test(line)) {
      brackets = 0;
      emphasis = 0;
    }
    return line.replace(TOKEN_PATTERN, (token, index: number) => {
      if (token.startsWith("\\")) return token;
      if (token.startsWith("<")) return limitTag(token);
      if (token === "/>") tags = Math.max(0, tags - 1);
      else if (token === "]") brackets = Math.max(0, brackets - 1);
      else if (token === "[" && brackets >= MAX_MARKDOWN_DEPTH) return escaped(token);
      else if (token === "[") brackets += 1;
      else return limitEmphasis(token, line[index - 1] ?? "", line[index + token.length] ?? "");
      return token;
    });
  };
}

/** Whether a run of emphasis between two characters can open or close (CommonMark, section 6.2). */
function flanking(before: string, after: string): { opens: boolean; closes: boolean } {
  const isAfterWord = WORD_PATTERN.test(before);
  const isBeforeWord = WORD_PATTERN.test(after);
  return {
    opens: !SPACE_PATTERN.test(after) && (isBeforeWord || !isAfterWord),
    closes: !SPACE_PATTERN.test(before) && (isAfterWord || !isBeforeWord),
  };
}

function escaped(text: string): string {
  return text.replace(/./g, "\\$&");
}
