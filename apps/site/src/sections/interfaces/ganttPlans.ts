import type { Plan } from "./ganttState.ts";

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
