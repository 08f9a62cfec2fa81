import type { ContentNode, ContentProblem, PageImage } from "@marquee/contract";
import { slug } from "github-slugger";
import { parser } from "markdown-to-jsx/html";
import type { AstNode, Conversion } from "./conversion.ts";
import { convertNode } from "./convertNode.ts";
import { findFootnotes, withReferences } from "./footnotes.ts";
import { MAX_BRACE_ATTRIBUTES } from "./markdownLimits.ts";
import { TOP } from "./nesting.ts";
import { prepareMarkdown } from "./prepareMarkdown.ts";

export interface MarkdownOptions {
  /** Only `# …` makes a heading (specification, section 5). Default: true. */
  enforceAtxHeadings?: boolean;
  /** The image at a path below `content/images`, or null if there is none. */
  findImage?: (source: string) => PageImage | null;
  /** Called for each part that was removed. */
  onProblem?: (problem: ContentProblem) => void;
}

/**
 * Compiles markdown to content nodes, with the extensions of the specification, section 2: `data-icon-link`, `data-icon-list` and `tt`. For any
 * source, the result has only allowlisted elements and attributes, no URL that runs a script, and no deeper nesting than browsers keep. Never
 * throws.
 */
export function compileMarkdown(source: string, options: MarkdownOptions = {}): ContentNode[] {
  const { enforceAtxHeadings = true, findImage = () => null, onProblem } = options;
  const prepared = prepareMarkdown(source, { enforceAtxHeadings });
  const parse = (text: string, isInline = false): AstNode[] =>
    parser(text, {
      enforceAtxHeadings,
      disableFrontmatter: true,
      disableParsingRawHTML: hasTooManyBraces(text),
      forceInline: isInline,
      slugify: headingId,
    });
  const nodes = parse(prepared);
  const footnotes = findFootnotes(nodes);
  const conversion: Conversion = {
    convert: (nodes, place) => nodes.flatMap((node) => convertNode(node, place, conversion)),
    parseInline: (text) => parse(text, true),
    findImage,
    refer: (label) => footnotes.refer(label),
    report: (needle, problem, example) => onProblem?.({ place: placeOf(needle, source), problem, example }),
  };
  const body = conversion.convert(nodes, TOP);
  return footnotes.append(body, (text, place) =>
    conversion.convert(withReferences(conversion.parseInline(text)), place),
  );
}

/** IDs used by the surrounding page, by footnotes and by React. `e2e/content.spec.ts` checks the list. */
const TAKEN =
  /^(?:root|main|content-title|consent-(?:title|text)|by-department|marquee-.*|footnote(?:-ref)?(?:-\d+)*|_.*)$/;

/** The ID of a heading, like GitHub's, for any script. The parser numbers equal ones. */
function headingId(text: string): string {
  const id = slug(text) || "section";
  return TAKEN.test(id) ? `section-${id}` : id;
}

function hasTooManyBraces(text: string): boolean {
  return text.split("={", MAX_BRACE_ATTRIBUTES + 2).length > MAX_BRACE_ATTRIBUTES + 1;
}

/** The line of `needle` in the source, such as `line 12`, counted from 1; empty if the source does not contain it literally. */
function placeOf(needle: string, source: string): string {
  const index = needle === "" ? -1 : source.indexOf(needle);
  return index < 0 ? "" : `line ${source.slice(0, index).split("\n").length}`;
}
