import { ONE_DAY } from "@marquee/contract";
import { demoDay } from "../seed/day.ts";
import { demoExperiments } from "../seed/experiments.ts";
import { createStory } from "../seed/story.ts";
import type { DayOptions, DemoVisit } from "../seed/visit.types.ts";
import { DEMO_PAGES } from "./demoPages.ts";
import { TEST_SITE } from "./startTestStores.ts";

/** A Wednesday. */
export const DEMO_NOW = Date.parse("2026-06-10T15:00:00Z");
export const DEMO_ORIGIN = "https://trellis.example";
export const DEMO_STORY = createStory(DEMO_NOW);
export const DEMO_EXPERIMENTS = demoExperiments(DEMO_STORY);
export const DEMO_ERROR = {
  message: "TypeError: x",
  kind: "error" as const,
  context: "",
  paths: ["/"],
  share: () => 0.2,
  decision: "ignored" as const,
  places: [{ script: "/assets/home-1.js", line: 1, column: 2 }],
};

/**
 * Only these pages, on which visitors do nothing: for tests of many days that only need to know who views them. The paths of visits are planned
 * without them.
 */
export const barePages = (...paths: string[]) =>
  new Map(
    DEMO_PAGES.filter(({ path }) => paths.includes(path)).map((page) => [
      page.path,
      { ...page, sections: [], headings: [], actions: [] },
    ]),
  );

/** A day of a demo of 400 days, `ago` days before today. */
export const dayOptions = (ago: number, changes: Partial<DayOptions> = {}): DayOptions => ({
  day: DEMO_STORY.today - ago * ONE_DAY,
  since: DEMO_STORY.today - 399 * ONE_DAY,
  seed: 7,
  story: DEMO_STORY,
  site: TEST_SITE,
  origin: DEMO_ORIGIN,
  pages: new Map(DEMO_PAGES.map((page) => [page.path, page])),
  experiments: DEMO_EXPERIMENTS,
  errors: [DEMO_ERROR],
  ...changes,
});

const made = new Map<number, DemoVisit[]>();

/** The visits of a day. Tests share them, because each day is slow to generate. */
export function visitsOf(...days: number[]): DemoVisit[] {
  return days.flatMap((ago) => {
    const visits = made.get(ago) ?? demoDay(dayOptions(ago));
    made.set(ago, visits);
    return visits;
  });
}
