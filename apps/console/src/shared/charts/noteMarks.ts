import type { Note } from "@marquee/contract/schema";
import type { ChartMark } from "./chartData.ts";

/** Characters of a note's text that fit above a chart. */
const LONGEST_LABEL = 28;

/**
 * Marks for notes, in the interval that they are about. Several in one are counted.
 * @param starts in milliseconds since the epoch, ascending.
 */
export function noteMarks(
  starts: readonly number[],
  notes: readonly Pick<Note, "at" | "text">[],
): ChartMark[] {
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = notes.filter(({ at }) => at >= start && at < end);
    const [first] = within;
    if (!first) return [];
    return [{ index, label: within.length > 1 ? `${within.length} notes` : shorten(first.text) }];
  });
}

/** Marks of several kinds in the order of the chart. */
export function inOrder(...lists: readonly (readonly ChartMark[])[]): ChartMark[] {
  return lists.flat().sort((one, other) => one.index - other.index);
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length <= LONGEST_LABEL ? line : `${line.slice(0, LONGEST_LABEL - 1).trimEnd()}…`;
}
