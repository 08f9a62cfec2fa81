/** Days that the chart shows. */
export const DAYS = 20;

export interface Task {
  id: string;
  title: string;
  /** First day, counted from the chart's first, and how many. */
  start: number;
  length: number;
  tone: "leaf" | "sun" | "sky" | "clay" | "iris";
  /** The task that must have ended before this one starts. */
  after?: string;
}

export const SAMPLE_TASKS: readonly Task[] = [
  { id: "brief", title: "Brief", start: 0, length: 3, tone: "sun" },
  { id: "copy", title: "Copy", start: 3, length: 4, tone: "sky", after: "brief" },
  { id: "design", title: "Design", start: 3, length: 6, tone: "clay", after: "brief" },
  { id: "build", title: "Build", start: 9, length: 6, tone: "leaf", after: "design" },
  { id: "launch", title: "Launch", start: 15, length: 2, tone: "iris", after: "build" },
];

/**
 * The tasks with one of them shifted by whole days. It starts neither before what it waits for has ended nor outside the chart, and
 * pushes on what waits for it. A shift that would push anything past the chart's end is shortened to what fits.
 */
export function shiftTask(tasks: readonly Task[], id: string, days: number): Task[] {
  const task = tasks.find((each) => each.id === id);
  if (!task) return [...tasks];
  const before = tasks.find((each) => each.id === task.after);
  const earliest = before ? before.start + before.length : 0;
  for (let start = Math.max(earliest, task.start + days); start >= earliest; start -= 1) {
    const shifted = pushOn(tasks, { ...task, start });
    if (shifted.every((each) => each.start + each.length <= DAYS)) return shifted;
  }
  return [...tasks];
}

function pushOn(tasks: readonly Task[], changed: Task): Task[] {
  let result = tasks.map((each) => (each.id === changed.id ? changed : each));
  const end = changed.start + changed.length;
  for (const next of result.filter((each) => each.after === changed.id && each.start < end)) {
    result = pushOn(result, { ...next, start: end });
  }
  return result;
}
