import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DAYS, SAMPLE_TASKS, shiftTask, type Task } from "./ganttState.ts";

const startsOf = (tasks: readonly Task[]) => Object.fromEntries(tasks.map(({ id, start }) => [id, start]));

describe("shiftTask", () => {
  it("pushes on what waits for it, and only as far as needed", () => {
    expect(startsOf(shiftTask(SAMPLE_TASKS, "design", 2))).toEqual({
      brief: 0,
      copy: 3,
      design: 5,
      build: 11,
      launch: 17,
    });
    expect(startsOf(shiftTask(SAMPLE_TASKS, "copy", 2))).toEqual({ ...startsOf(SAMPLE_TASKS), copy: 5 });
  });

  it("does not start before what it waits for has ended", () => {
    expect(startsOf(shiftTask(SAMPLE_TASKS, "build", -4))).toEqual(startsOf(SAMPLE_TASKS));
  });

  it("keeps every length and dependency and the chart's end, whatever is shifted", () => {
    const shift = fc.record({
      id: fc.constantFrom(...SAMPLE_TASKS.map(({ id }) => id)),
      days: fc.integer({ min: -30, max: 30 }),
    });
    fc.assert(
      fc.property(fc.array(shift), (shifts) => {
        const tasks = shifts.reduce<readonly Task[]>(
          (all, { id, days }) => shiftTask(all, id, days),
          SAMPLE_TASKS,
        );
        for (const task of tasks) {
          const before = tasks.find(({ id }) => id === task.after);
          expect(task.start).toBeGreaterThanOrEqual(before ? before.start + before.length : 0);
          expect(task.start + task.length).toBeLessThanOrEqual(DAYS);
          expect(task.length).toBe(SAMPLE_TASKS.find(({ id }) => id === task.id)?.length);
        }
      }),
    );
  });
});
