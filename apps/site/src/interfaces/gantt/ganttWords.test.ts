import { LOCALES } from "@marquee/contract";
import { expect, test } from "vitest";
import { testCopy } from "../../site/testing/testSite.ts";
import { LAUNCH_PLAN, moveTask, RELAUNCH_PLAN } from "./ganttState.ts";
import { createGanttWords } from "./ganttWords.ts";

const { changeText, dayName, promiseText, spanText } = createGanttWords(
  (await testCopy.load("samples", "en")).gantt,
);

test.each([
  [0, "Mon, week 1"],
  [9, "Fri, week 2"],
  [24, "Fri, week 5"],
])("day %i is %s", (day, name) => expect(dayName(day)).toBe(name));

test("spanText names the first and the last day", () => {
  const task = { id: "a", start: 3, length: 6, done: 0, after: [] };
  expect(spanText(task)).toBe("Thu, week 1 to Thu, week 2, 6 days");
  expect(spanText({ ...task, length: 1 })).toBe("Thu, week 1, 1 day");
});

test("changeText names the tasks that moved too", () => {
  expect(changeText(LAUNCH_PLAN, moveTask(LAUNCH_PLAN, "design", 3), "design")).toBe(
    "Design: Tue, week 2 to Tue, week 3, 6 days. Also moved: Build, Launch.",
  );
});

test("changeText explains why a task did not move", () => {
  expect(changeText(LAUNCH_PLAN, LAUNCH_PLAN, "build")).toBe("Build can’t move: it waits for Design.");
  expect(changeText(LAUNCH_PLAN, LAUNCH_PLAN, "brief")).toBe(
    "Agree on the brief can’t move: it’s at the edge of the chart.",
  );
});

test.each([
  [16, "on the promised day", false],
  [17, "1 day to spare", false],
  [13, "3 days late", true],
])("compared with a promise for day %i, the plan is %s", (promised, slack, isLate) => {
  expect(promiseText(LAUNCH_PLAN, promised)).toEqual({ end: "Ends Tue, week 4", slack, isLate });
});

test.each(LOCALES)("every task has a title in %s", async (locale) => {
  const { titleOf } = createGanttWords((await testCopy.load("samples", locale)).gantt);
  for (const { id } of [...LAUNCH_PLAN, ...RELAUNCH_PLAN]) expect(titleOf(id)).not.toBe(id);
});
