import { cutText } from "@marquee/contract";
import { createNestingLimit } from "./limitNesting.ts";
import { MAX_MARKDOWN_LENGTH } from "./markdownLimits.ts";
import { limitMarkers } from "./markers.ts";

const FENCE_PATTERN = /^(?: {0,3}>)* {0,3}(`{3,}|~{3,})/;
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
  let fence = "";
  let previous = "";
  const prepared = lines.map((line) => {
    const above = previous;
    previous = line;
    const marker = FENCE_PATTERN.exec(line)?.[1] ?? "";
    if (fence) {
      if (marker.startsWith(fence)) fence = "";
      return line;
    }
    fence = marker;
    const limited = limitNesting(limitMarkers(line));
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
