import { shortenText } from "@marquee/contract";
import type { Note } from "@marquee/contract/schema";
import type { ChartMark } from "./chartData.ts";

/** Characters of a text that fit above a chart, besides the ellipsis. */
const LABEL_MAX_LENGTH = 27;

/**
 * Marks for notes, in the interval that they are about. Several in one are counted.
 * @param starts in milliseconds since the epoch, ascending.
 */
export function noteMarks(
  starts: readonly number[],
  notes: readonly Pick<Note, "at" | "text">[],
): ChartMark[] {
  return countedMarks(
    starts,
    notes.map(({ at, text }) => ({ at, label: shorten(text) })),
    "notes",
  );
}

/** Marks in the intervals that they belong to. Several in one are one mark that counts them. @param noun plural of what is counted. */
export function countedMarks(
  starts: readonly number[],
  marks: readonly { at: number; label: string }[],
  noun: string,
): ChartMark[] {
  return starts.flatMap((start, index) => {
    const end = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    const within = marks.filter(({ at }) => at >= start && at < end);
    const [first] = within;
    if (!first) return [];
    return [{ index, label: within.length > 1 ? `${within.length} ${noun}` : first.label }];
  });
}

/** Marks of several kinds in the order of the chart. */
export function inOrder(...lists: readonly (readonly ChartMark[])[]): ChartMark[] {
  return lists.flat().sort((one, other) => one.index - other.index);
}

/** A text as the label of a mark. */
export function shorten(text: string): string {
  return shortenText(text.replace(/\s+/g, " "), LABEL_MAX_LENGTH);
}
