import type { ContentNode, ContentProblem, ImageSize } from "@marquee/contract";
import { parser } from "markdown-to-jsx/html";
import type { AstNode, Conversion } from "./conversion.ts";
import { convertNode } from "./convertNode.ts";
import { appendFootnotes, footnotesOf } from "./footnotes.ts";
import { MAX_BRACE_ATTRIBUTES } from "./markdownLimits.ts";
import { TOP } from "./nesting.ts";
import { prepareMarkdown } from "./prepareMarkdown.ts";

export interface MarkdownOptions {
  /** Only `# …` makes a heading (specification, section 5). On unless switched off. */
  enforceAtxHeadings?: boolean;
  /** Pixels of an image below `content/images`, or null where none is of that name. */
  imageSize?: (source: string) => ImageSize | null;
  /** Called for each thing that was left out. */
  onProblem?: (problem: ContentProblem) => void;
}

/**
 * Turns markdown into the elements of a page, with the extensions of the specification, section 2: `data-icon-link`,
 * `data-icon-list` and `tt`. Whatever the source, the outcome holds elements and attributes of the allowlist alone, no address
 * that runs a script, and is nested no deeper than a browser keeps. It never throws.
 */
export function compileMarkdown(source: string, options: MarkdownOptions = {}): ContentNode[] {
  const { enforceAtxHeadings = true, imageSize = () => null, onProblem } = options;
  const prepared = prepareMarkdown(source, { enforceAtxHeadings });
  const parse = (text: string, isInline = false): AstNode[] =>
    parser(text, {
      enforceAtxHeadings,
      disableFrontmatter: true,
      disableParsingRawHTML: hasTooManyBraces(text),
      forceInline: isInline,
    });
  const nodes = parse(prepared);
  const footnotes = footnotesOf(nodes);
  const conversion: Conversion = {
    convert: (nodes, place) => nodes.flatMap((node) => convertNode(node, place, conversion)),
    imageSize,
    footnotes: footnotes.map(({ label }) => label),
    report: (needle, problem, example) => onProblem?.({ place: placeOf(needle, source), problem, example }),
  };
  const body = conversion.convert(nodes, TOP);
  return appendFootnotes(body, footnotes, (text, place) => conversion.convert(parse(text, true), place));
}

function hasTooManyBraces(text: string): boolean {
  return text.split("={", MAX_BRACE_ATTRIBUTES + 2).length > MAX_BRACE_ATTRIBUTES + 1;
}

/** `line 12`, counted from 1 in the text that was given; empty where it does not stand there literally. */
function placeOf(needle: string, source: string): string {
  const index = needle === "" ? -1 : source.indexOf(needle);
  return index < 0 ? "" : `line ${source.slice(0, index).split("\n").length}`;
}
