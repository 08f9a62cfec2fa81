import { earliestStart, endOf, endOfPlan, type Plan, type Task } from "./ganttState.ts";

/** Working days in a week of the chart. */
export const WEEK = 5;
const WEEKDAYS = ["Mon", "Tue", "Wed", "Thu", "Fri"];

/** A day of the chart as text: "Thu, week 2". @param day Zero-based. */
export function dayName(day: number): string {
  return `${WEEKDAYS[day % WEEK]}, week ${Math.floor(day / WEEK) + 1}`;
}

/** First day, last day and length of a task: "Thu, week 1 to Thu, week 2, 6 days". */
export function spanText(task: Task): string {
  const first = dayName(task.start);
  if (task.length === 1) return `${first}, 1 day`;
  return `${first} to ${dayName(endOf(task) - 1)}, ${task.length} days`;
}

/** Describes the change of a task and the tasks that moved along, for screen readers. Empty if the task does not exist. */
export function changeText(before: Plan, after: Plan, id: string): string {
  const task = after.find((each) => each.id === id);
  if (!task) return "";
  if (after === before) return `${task.title} stays: ${holdText(before, task)}`;
  const pushed = after.filter(
    (each) => each.id !== id && each.start !== before.find((old) => old.id === each.id)?.start,
  );
  const along = pushed.map(({ title }) => title).join(", ");
  return `${task.title}: ${spanText(task)}.${along && ` Moved along: ${along}.`}`;
}

function holdText(plan: Plan, task: Task): string {
  const holders = plan.filter((each) => task.after.includes(each.id) && endOf(each) === task.start);
  if (holders.length > 0 && task.start === earliestStart(plan, task))
    return `it waits for ${holders.map(({ title }) => title).join(" and ")}.`;
  return "it is at the edge of the chart.";
}

/** The plan's end compared with the promised day (zero-based), as text. */
export function promiseText(plan: Plan, promised: number): { end: string; slack: string; isLate: boolean } {
  const lastDay = endOfPlan(plan) - 1;
  const days = promised - lastDay;
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? "day" : "days"}`;
  const slack = days === 0 ? "on the promised day" : `${count} ${days > 0 ? "to spare" : "past the promise"}`;
  return { end: `Ends ${dayName(lastDay)}`, slack, isLate: days < 0 };
}
