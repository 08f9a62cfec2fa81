import type { DemoCopy } from "../copy/copy.ts";
import { fillTemplate } from "../copy/fillTemplate.ts";
import { DAYS_PER_WEEK } from "./tour/workspace.ts";

/** A day of the two weeks in words: "Thursday, next week". */
export function dayText(copy: DemoCopy, day: number): string {
  const week = copy.weeks[Math.floor(day / DAYS_PER_WEEK)] ?? "";
  return fillTemplate(copy.dayText, { day: weekday(copy, day), week });
}

/** "Thursday". */
export function weekday({ days }: DemoCopy, day: number): string {
  return days[day % DAYS_PER_WEEK] ?? "";
}
