import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  criticalIds,
  DAYS,
  earliestStart,
  endOf,
  endOfPlan,
  LAUNCH_PLAN,
  moveTask,
  type Plan,
  resizeTask,
  type Task,
} from "./ganttState.ts";

/** Plans of up to seven tasks, each depending on any of those before it. All dependencies hold, and all tasks fit the chart. */
const plan: fc.Arbitrary<Plan> = fc
  .array(
    fc.record({
      gap: fc.nat(2),
      length: fc.integer({ min: 1, max: 3 }),
      after: fc.array(fc.nat(6), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 7 },
  )
  .map((rows) =>
    rows.reduce<Task[]>((tasks, { gap, length, after }, index) => {
      const links = [...new Set(after)].filter((link) => link < index).map(String);
      const task = { id: String(index), start: 0, length, done: 0, after: links };
      const earliest = earliestStart(tasks, task);
      tasks.push({ ...task, start: Math.min(earliest + gap, Math.max(earliest, DAYS - length)) });
      return tasks;
    }, []),
  )
  .filter((tasks) => endOfPlan(tasks) <= DAYS);

const change = fc.record({
  index: fc.nat(6),
  kind: fc.constantFrom("move", "start", "end"),
  days: fc.integer({ min: -30, max: 30 }),
});
type Change = { index: number; kind: "move" | "start" | "end"; days: number };

function apply(tasks: Plan, { index, kind, days }: Change): Plan {
  const id = String(index % tasks.length);
  return kind === "move" ? moveTask(tasks, id, days) : resizeTask(tasks, id, kind, days);
}

describe("a plan after any changes", () => {
  it("never starts a task before its dependencies end and stays within the chart", () => {
    fc.assert(
      fc.property(plan, fc.array(change as fc.Arbitrary<Change>, { maxLength: 12 }), (before, changes) => {
        const after = changes.reduce(apply, before);
        for (const task of after) {
          expect(task.start).toBeGreaterThanOrEqual(earliestStart(after, task));
          expect(endOf(task)).toBeLessThanOrEqual(DAYS);
          expect(task.length).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it("keeps all lengths on a move and all other lengths on a resize", () => {
    fc.assert(
      fc.property(plan, change as fc.Arbitrary<Change>, (before, done) => {
        const changed = done.kind === "move" ? undefined : String(done.index % before.length);
        for (const task of apply(before, done)) {
          if (task.id === changed) continue;
          expect(task.length).toBe(before.find(({ id }) => id === task.id)?.length);
        }
      }),
    );
  });

  it("moves only the task and its dependents, and dependents only later", () => {
    fc.assert(
      fc.property(plan, change as fc.Arbitrary<Change>, (before, done) => {
        const changed = String(done.index % before.length);
        const after = apply(before, done);
        const followers = followersOf(before, changed);
        for (const task of after) {
          const start = before.find(({ id }) => id === task.id)?.start ?? Number.NaN;
          if (task.id === changed) continue;
          if (followers.has(task.id)) expect(task.start).toBeGreaterThanOrEqual(start);
          else expect(task.start).toBe(start);
        }
      }),
    );
  });

  it("ends a day later exactly when a critical task moves by a day", () => {
    fc.assert(
      fc.property(plan, fc.nat(6), (before, index) => {
        fc.pre(endOfPlan(before) < DAYS);
        const id = String(index % before.length);
        const later = endOfPlan(moveTask(before, id, 1)) - endOfPlan(before);
        expect(later).toBe(criticalIds(before).has(id) ? 1 : 0);
      }),
    );
  });
});

describe("the sample plan", () => {
  const startOf = (tasks: Plan, id: string) => tasks.find((task) => task.id === id)?.start;

  it("pushes dependents only as far as needed", () => {
    const moved = moveTask(LAUNCH_PLAN, "design", 2);
    expect(startOf(moved, "design")).toBe(5);
    expect(startOf(moved, "build")).toBe(11);
    expect(startOf(moved, "copy")).toBe(startOf(LAUNCH_PLAN, "copy"));
  });

  it("returns the same plan when nothing can move", () => {
    expect(moveTask(LAUNCH_PLAN, "build", -4)).toBe(LAUNCH_PLAN);
    expect(moveTask(LAUNCH_PLAN, "unknown", 4)).toBe(LAUNCH_PLAN);
    expect(resizeTask(LAUNCH_PLAN, "design", "start", -1)).toBe(LAUNCH_PLAN);
  });

  it("grows and shrinks at either edge", () => {
    const longer = resizeTask(LAUNCH_PLAN, "design", "end", 1).find(({ id }) => id === "design");
    expect([longer?.start, longer?.length]).toEqual([3, 7]);
    const later = resizeTask(LAUNCH_PLAN, "design", "start", 2).find(({ id }) => id === "design");
    expect([later?.start, later?.length]).toEqual([5, 4]);
  });
});

function followersOf(tasks: Plan, id: string, followers = new Set<string>()): Set<string> {
  for (const task of tasks.filter(({ after }) => after.includes(id))) {
    followers.add(task.id);
    followersOf(tasks, task.id, followers);
  }
  return followers;
}
