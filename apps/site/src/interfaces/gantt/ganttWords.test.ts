import { expect, test } from "vitest";
import { LAUNCH_PLAN, moveTask } from "./ganttState.ts";
import { changeText, dayName, promiseText, spanText } from "./ganttWords.ts";

test.each([
  [0, "Mon, week 1"],
  [9, "Fri, week 2"],
  [24, "Fri, week 5"],
])("day %i is %s", (day, name) => expect(dayName(day)).toBe(name));

test("spanText names the first and the last day", () => {
  const task = { id: "a", title: "A", start: 3, length: 6, done: 0, after: [] };
  expect(spanText(task)).toBe("Thu, week 1 to Thu, week 2, 6 days");
  expect(spanText({ ...task, length: 1 })).toBe("Thu, week 1, 1 day");
});

test("changeText names the tasks that moved along", () => {
  expect(changeText(LAUNCH_PLAN, moveTask(LAUNCH_PLAN, "design", 3), "design")).toBe(
    "Design: Tue, week 2 to Tue, week 3, 6 days. Moved along: Build, Launch.",
  );
});

test("changeText explains why a task did not move", () => {
  expect(changeText(LAUNCH_PLAN, LAUNCH_PLAN, "build")).toBe("Build stays: it waits for Design.");
  expect(changeText(LAUNCH_PLAN, LAUNCH_PLAN, "brief")).toBe("Brief stays: it is at the edge of the chart.");
});

test.each([
  [16, "on the promised day", false],
  [17, "1 day to spare", false],
  [13, "3 days past the promise", true],
])("compared with a promise for day %i, the plan is %s", (promised, slack, isLate) => {
  expect(promiseText(LAUNCH_PLAN, promised)).toEqual({ end: "Ends Tue, week 4", slack, isLate });
});
