import type { DemoCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";
import type { TourWords } from "./tour/tour.ts";
import { DAYS_PER_WEEK } from "./tour/workspace.ts";

/** The words that the demo writes when it does a step for the visitor. */
export function tourWords({ list, samples }: DemoCopy): TourWords {
  return { list: list.suggestion, task: list.taskSuggestion, samples };
}

/** A day of the two weeks in words: "Thursday, next week". */
export function dayText(copy: DemoCopy, day: number): string {
  const week = copy.weeks[Math.floor(day / DAYS_PER_WEEK)] ?? "";
  return fillTemplate(copy.dayText, { day: weekday(copy, day), week });
}

/** "Thursday". */
export function weekday({ days }: DemoCopy, day: number): string {
  return days[day % DAYS_PER_WEEK] ?? "";
}
