import { MAX_MARKDOWN_DEPTH } from "./markdownLimits.ts";

/** A marker of a quote or list item at the start of a line. */
const MARKER_PATTERN = /[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))/y;
const LINES_MARKERS_PATTERN = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+[ \t]*/gm;

/** Removes the markers of a line beyond the {@link MAX_MARKDOWN_DEPTH}th. */
export function limitMarkers(line: string): string {
  MARKER_PATTERN.lastIndex = 0;
  let end = 0;
  for (let depth = 0; depth < MAX_MARKDOWN_DEPTH; depth += 1) {
    if (!MARKER_PATTERN.test(line)) return line;
    end = MARKER_PATTERN.lastIndex;
  }
  return `${line.slice(0, end)} ${withoutMarkers(line.slice(end)).trim()}`;
}

/** Removes the markers of quotes and list items from the start of each line. */
export function withoutMarkers(text: string): string {
  return text.replace(LINES_MARKERS_PATTERN, "");
}
