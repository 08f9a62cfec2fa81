/** The sample's current day, counted from the chart's first day as 0. The same for every visitor. */
export const TODAY = 5;

/** The promised day, counted from the chart's first day as 0. Changes to the plan do not move it. */
export const PROMISED_DAY = 20;

/** Five tasks: enough to show one pushing the next. */
export const LAUNCH_PLAN: Plan = [
  { id: "brief", start: 0, length: 3, done: 1, after: [] },
  { id: "copy", start: 3, length: 4, done: 0.5, after: ["brief"] },
  { id: "design", start: 3, length: 6, done: 0.3, after: ["brief"] },
  { id: "build", start: 9, length: 6, done: 0, after: ["design"] },
  { id: "launch", start: 15, length: 2, done: 0, after: ["build", "copy"] },
];

/** Eight tasks in two branches that join: one branch is critical, the other has slack. */
export const RELAUNCH_PLAN: Plan = [
  { id: "brief", start: 0, length: 3, done: 1, after: [] },
  { id: "structure", start: 3, length: 3, done: 0.6, after: ["brief"] },
  { id: "copy", start: 6, length: 4, done: 0, after: ["structure"] },
  { id: "design", start: 6, length: 5, done: 0, after: ["structure"] },
  { id: "build", start: 11, length: 5, done: 0, after: ["design"] },
  { id: "translate", start: 10, length: 4, done: 0, after: ["copy"] },
  { id: "test", start: 16, length: 2, done: 0, after: ["build", "translate"] },
  { id: "launch", start: 18, length: 1, done: 0, after: ["test"] },
];
/** Number of working days in the chart: five weeks of five. */
export const DAYS = 25;

export interface Task {
  /** Names the title in the copy. */
  id: string;
  /** First day, counted from the chart's first day as 0. */
  start: number;
  /** Days, at least 1. */
  length: number;
  /** Completed share of the work, 0 to 1. */
  done: number;
  /** IDs of the tasks that must end before this one starts. The dependencies must not form a cycle. */
  after: readonly string[];
}

export type Plan = readonly Task[];
export type Edge = "start" | "end";

/** First day after the task. */
export const endOf = (task: Task): number => task.start + task.length;

/** First day after the last task. */
export const endOfPlan = (plan: Plan): number => Math.max(0, ...plan.map(endOf));

/** First day after all dependencies of `task` have ended; 0 without any. */
export function earliestStart(plan: Plan, task: Task): number {
  return Math.max(0, ...plan.filter(({ id }) => task.after.includes(id)).map(endOf));
}

/**
 * Moves a task by whole days and keeps its length. The task starts after its dependencies end and within the chart, and pushes the tasks
 * that depend on it. A move that would push anything past the chart's end is shortened.
 * @returns the same plan if nothing moves.
 */
export function moveTask(plan: Plan, id: string, days: number): Plan {
  const task = plan.find((each) => each.id === id);
  if (!task) return plan;
  const wanted = Math.max(earliestStart(plan, task), task.start + days);
  return firstValid(plan, task.start, wanted, (start) => ({ ...task, start }));
}

/**
 * Moves one end of a task by whole days and keeps the other. A task lasts at least one day and starts after its dependencies end. A later
 * end pushes the tasks that depend on it, up to the chart's end.
 * @returns the same plan if nothing changes.
 */
export function resizeTask(plan: Plan, id: string, edge: Edge, days: number): Plan {
  const task = plan.find((each) => each.id === id);
  if (!task) return plan;
  if (edge === "start") {
    const start = Math.min(endOf(task) - 1, Math.max(earliestStart(plan, task), task.start + days));
    return start === task.start ? plan : settle(plan, { ...task, start, length: endOf(task) - start });
  }
  const wanted = Math.max(1, task.length + days);
  return firstValid(plan, task.length, wanted, (length) => ({ ...task, length }));
}

/** IDs of the critical tasks, which set the plan's end: if one of them ends a day later, so does the plan. */
export function criticalIds(plan: Plan): ReadonlySet<string> {
  const critical = new Set<string>();
  const add = (task: Task) => {
    critical.add(task.id);
    plan.filter((each) => task.after.includes(each.id) && endOf(each) === task.start).forEach(add);
  };
  plan.filter((task) => endOf(task) === endOfPlan(plan)).forEach(add);
  return critical;
}

/** Replaces the task with `changed` and pushes dependent tasks later until every dependency holds. */
function settle(plan: Plan, changed: Task): Plan {
  let settled = plan.map((each) => (each.id === changed.id ? changed : each));
  for (const _ of plan) {
    const before = settled;
    settled = before.map((task) => ({ ...task, start: Math.max(task.start, earliestStart(before, task)) }));
  }
  return settled;
}

/** Applies the largest value, from `wanted` down to `now`, for which the plan fits the chart. A value below `now` always fits. */
function firstValid(plan: Plan, now: number, wanted: number, change: (value: number) => Task): Plan {
  if (wanted < now) return settle(plan, change(wanted));
  for (let value = wanted; value > now; value -= 1) {
    const changed = settle(plan, change(value));
    if (endOfPlan(changed) <= DAYS) return changed;
  }
  return plan;
}
