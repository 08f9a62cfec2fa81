import { MARK_KINDS } from "../MarkShape.tsx";
import type { Mark } from "../playback/marks.ts";

/** Groups marks that are too close together to tell apart. */
export interface MarkGroup {
  /** The most important of them. */
  mark: Mark;
  /** Of the first, from 0 to 100. */
  place: number;
  /** How many more there are. */
  others: number;
}

/**
 * Brings together what would cover each other on the line, so that a long session does not become a wall.
 * @param marks in the order of time. @param room that one mark takes, in hundredths of the line.
 */
export function groupMarks(marks: readonly Mark[], length: number, room: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const mark of marks) {
    const place = placeOf(mark.at, length);
    const last = groups.at(-1);
    if (!last || place - last.place >= room) {
      groups.push({ mark, place, others: 0 });
      continue;
    }
    last.others += 1;
    if (MARK_KINDS.indexOf(mark.kind) < MARK_KINDS.indexOf(last.mark.kind)) last.mark = mark;
  }
  return groups;
}

/** Position of a time on a line of `length`, from 0 to 100. */
export function placeOf(time: number, length: number): number {
  return (100 * Math.min(Math.max(time, 0), length)) / Math.max(length, 1);
}
