import { MARK_KINDS } from "../MarkShape.tsx";
import type { Mark } from "../playback/marks.ts";

/** Marks that are too close together to show separately. */
export interface MarkGroup {
  /** The most important one. */
  mark: Mark;
  /** Position of the first one, from 0 to 100. */
  place: number;
  /** Number of the others. */
  otherCount: number;
}

/**
 * Groups marks that would overlap, so that the timeline of a long session stays readable.
 * @param marks sorted by time.
 * @param room width of a mark, in percent of the timeline.
 */
export function groupMarks(marks: readonly Mark[], length: number, room: number): MarkGroup[] {
  const groups: MarkGroup[] = [];
  for (const mark of marks) {
    const place = placeOf(mark.at, length);
    const last = groups.at(-1);
    if (!last || place - last.place >= room) {
      groups.push({ mark, place, otherCount: 0 });
      continue;
    }
    last.otherCount += 1;
    if (MARK_KINDS.indexOf(mark.kind) < MARK_KINDS.indexOf(last.mark.kind)) last.mark = mark;
  }
  return groups;
}

/** Position of a time, in percent of `length`, from 0 to 100. */
export function placeOf(time: number, length: number): number {
  return (100 * Math.min(Math.max(time, 0), length)) / Math.max(length, 1);
}
