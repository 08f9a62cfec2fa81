import { cutText } from "@marquee/contract";
import { createCodeDetector } from "./codeLines.ts";
import { createNestingLimit } from "./limitNesting.ts";
import { MAX_MARKDOWN_LENGTH } from "./markdownLimits.ts";
import { limitMarkers } from "./markers.ts";
import { createCommentRemover } from "./removeComments.ts";
import { rewriteInline } from "./rewriteInline.ts";
import { createHtmlSeparator } from "./separateHtml.ts";

/** A fence of code. A line that starts with backticks or tildes and contains them again is text. */
const FENCE_PATTERN = /^(?: {0,3}>)* {0,3}(`{3,}(?=[^`]*$)|~{3,}(?=[^~]*$))/;
/** A line of dashes or equals signs, which would make the line of text above it a setext heading. */
const UNDERLINE_PATTERN = /^((?: {0,3}>)* {0,3})(=+|-+)[ \t]*$/;
const BLANK_PATTERN = /^[\s>]*$/;

interface PrepareOptions {
  /** Only `# …` makes a heading, not an underline of `===` or `---` (specification, section 5). */
  enforceAtxHeadings: boolean;
}

/**
 * Makes markdown safe to parse in reasonable time: cuts it to the maximum length, limits consecutive markers and, if ATX headings are enforced,
 * disables setext underlines. Fenced code stays unchanged.
 */
export function prepareMarkdown(source: string, { enforceAtxHeadings }: PrepareOptions): string {
  const lines = cutText(source, MAX_MARKDOWN_LENGTH)
    .replaceAll("\0", "\ufffd")
    .split(/\r\n|\r|\n/);
  const limitNesting = createNestingLimit();
  const separateHtml = createHtmlSeparator();
  const comments = createCommentRemover(lines);
  const isCodeLine = createCodeDetector();
  let fence = "";
  let previous = "";
  const prepared = lines.map((written, index) => {
    const marker = comments.isOpen() ? "" : (FENCE_PATTERN.exec(written)?.[1] ?? "");
    const above = previous;
    previous = written;
    if (fence) {
      if (marker.startsWith(fence)) fence = "";
      return written;
    }
    fence = marker;
    if (fence) return separateHtml(written);
    const isCode = !comments.isOpen() && isCodeLine(written);
    const line = isCode ? written : rewriteInline(comments.remove(written, index));
    const withinLimits = limitNesting(limitMarkers(line));
    const limited = isCode ? withinLimits : separateHtml(withinLimits);
    return enforceAtxHeadings && !BLANK_PATTERN.test(above) ? withoutUnderline(limited) : limited;
  });
  return prepared.join("\n");
}

/** Disables a setext underline. Equals signs and fewer than three dashes become text; more dashes become a thematic break. */
function withoutUnderline(line: string): string {
  const [, prefix = "", underline = ""] = UNDERLINE_PATTERN.exec(line) ?? [];
  if (!underline) return line;
  if (underline.startsWith("=") || underline.length < 3) return `${prefix}\\${underline}`;
  return `${prefix}\n${line}`;
}
