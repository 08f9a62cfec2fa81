import type { Locale } from "@marquee/contract";
import type english from "../../../../content/copy/en/demo-frame.json";
import { loadCopy } from "../app/copy.ts";
import { fillTemplate } from "../sections/pricing/fillTemplate.ts";
import type { TourWords } from "./tour/tour.ts";
import { DAYS_PER_WEEK } from "./tour/workspace.ts";

export type DemoCopy = typeof english;

/** `copy.test.ts` holds every locale's file to the keys of the English one, which is what this cast relies on. */
export async function loadDemoCopy(locale: Locale): Promise<DemoCopy> {
  return (await loadCopy("demo-frame", locale)) as DemoCopy;
}

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
