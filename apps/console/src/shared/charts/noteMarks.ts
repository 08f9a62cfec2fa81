import { shortenText } from "@marquee/contract";
import type { Note } from "@marquee/contract/schema";
import type { ChartMark, ChartTime } from "./chartData.ts";

/** Characters of a text that fit above a chart, besides the ellipsis. */
const LABEL_MAX_LENGTH = 27;

/** Marks for notes, in the interval that they are about. Several in one are counted. */
export function noteMarks(time: ChartTime, notes: readonly Pick<Note, "definition">[]): ChartMark[] {
  return countedMarks(
    time,
    notes.map(({ definition: { at, text } }) => ({ at, label: shorten(text) })),
    "notes",
  );
}

/**
 * Marks in the intervals that they belong to, without those outside the range. Several in one interval become one mark with
 * their count.
 * @param noun plural of what is counted.
 */
export function countedMarks(
  { starts, range }: ChartTime,
  marks: readonly { at: number; label: string }[],
  noun: string,
): ChartMark[] {
  return starts.flatMap((start, index) => {
    const from = Math.max(start, range.from);
    const to = Math.min(starts[index + 1] ?? range.to, range.to);
    const within = marks.filter(({ at }) => at >= from && at < to);
    const [first] = within;
    if (!first) return [];
    return [{ index, label: within.length > 1 ? `${within.length} ${noun}` : first.label }];
  });
}

/** Marks of several kinds in the order of the chart. */
export function inOrder(...lists: readonly (readonly ChartMark[])[]): ChartMark[] {
  return lists.flat().sort((one, other) => one.index - other.index);
}

/** Shortens a text to the label of a mark. */
export function shorten(text: string): string {
  return shortenText(text.replace(/\s+/g, " "), LABEL_MAX_LENGTH);
}
