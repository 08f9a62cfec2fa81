/** The day the samples call today, counted from the chart's first: it is the same for every visitor. */
export const TODAY = 5;

/** A date promised to others. It does not move by itself. */
export const PROMISED_DAY = 20;

/** Five tasks: enough to see one push the next. */
export const LAUNCH_PLAN: Plan = [
  { id: "brief", title: "Brief", start: 0, length: 3, done: 1, after: [] },
  { id: "copy", title: "Copy", start: 3, length: 4, done: 0.5, after: ["brief"] },
  { id: "design", title: "Design", start: 3, length: 6, done: 0.3, after: ["brief"] },
  { id: "build", title: "Build", start: 9, length: 6, done: 0, after: ["design"] },
  { id: "launch", title: "Launch", start: 15, length: 2, done: 0, after: ["build", "copy"] },
];

/** Eight tasks on two strands that meet: one sets the end, the other has room. */
export const RELAUNCH_PLAN: Plan = [
  { id: "brief", title: "Agree on the brief", start: 0, length: 3, done: 1, after: [] },
  { id: "structure", title: "Page structure", start: 3, length: 3, done: 0.6, after: ["brief"] },
  { id: "copy", title: "Write the copy", start: 6, length: 4, done: 0, after: ["structure"] },
  { id: "design", title: "Design", start: 6, length: 5, done: 0, after: ["structure"] },
  { id: "build", title: "Build", start: 11, length: 5, done: 0, after: ["design"] },
  { id: "translate", title: "Translate", start: 10, length: 4, done: 0, after: ["copy"] },
  { id: "test", title: "Test with a keyboard", start: 16, length: 2, done: 0, after: ["build", "translate"] },
  { id: "launch", title: "Launch", start: 18, length: 1, done: 0, after: ["test"] },
];
/** Working days that the chart shows: five weeks of five. */
export const DAYS = 25;

export interface Task {
  id: string;
  title: string;
  /** First day, counted from the chart's first, and how many. */
  start: number;
  length: number;
  /** Share of the work that is done, 0 to 1. */
  done: number;
  /** Ids of the tasks that must have ended before this one starts. The links form no circle. */
  after: readonly string[];
}

export type Plan = readonly Task[];
export type Edge = "start" | "end";

/** First day after the task. */
export const endOf = (task: Task): number => task.start + task.length;

/** First day after the last task. */
export const endOfPlan = (plan: Plan): number => Math.max(0, ...plan.map(endOf));

/** First day on which everything that `task` waits for has ended. */
export function earliestStart(plan: Plan, task: Task): number {
  return Math.max(0, ...plan.filter(({ id }) => task.after.includes(id)).map(endOf));
}

/**
 * The plan with one task moved by whole days, its length kept. It starts neither before what it waits for has ended nor
 * outside the chart, and pushes on what waits for it. A move that would push anything past the chart's end is shortened.
 * @returns the same plan when nothing moves.
 */
export function moveTask(plan: Plan, id: string, days: number): Plan {
  const task = plan.find((each) => each.id === id);
  if (!task) return plan;
  const wanted = Math.max(earliestStart(plan, task), task.start + days);
  return firstValid(plan, task.start, wanted, (start) => ({ ...task, start }));
}

/**
 * The plan with one end of a task moved by whole days, the other kept. A task keeps at least a day and waits for what it
 * waits for; a later end pushes on what follows, as far as the chart goes.
 * @returns the same plan when nothing changes.
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

/** Ids of the tasks that set the plan's end: a day later for any of them is a day later for the whole. */
export function criticalIds(plan: Plan): ReadonlySet<string> {
  const critical = new Set<string>();
  const add = (task: Task) => {
    critical.add(task.id);
    plan.filter((each) => task.after.includes(each.id) && endOf(each) === task.start).forEach(add);
  };
  plan.filter((task) => endOf(task) === endOfPlan(plan)).forEach(add);
  return critical;
}

/** Puts `changed` in, and pushes on whatever would start too early, until every link holds. */
function settle(plan: Plan, changed: Task): Plan {
  let settled = plan.map((each) => (each.id === changed.id ? changed : each));
  for (const _ of plan) {
    const before = settled;
    settled = before.map((task) => ({ ...task, start: Math.max(task.start, earliestStart(before, task)) }));
  }
  return settled;
}

/** Tries `wanted`, then a day less at a time down to what is now, until the plan fits the chart. */
function firstValid(plan: Plan, now: number, wanted: number, change: (value: number) => Task): Plan {
  if (wanted < now) return settle(plan, change(wanted));
  for (let value = wanted; value > now; value -= 1) {
    const changed = settle(plan, change(value));
    if (endOfPlan(changed) <= DAYS) return changed;
  }
  return plan;
}
