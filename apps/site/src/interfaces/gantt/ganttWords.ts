import { useMemo } from "react";
import type { SamplesCopy } from "../../copy/copy.ts";
import { fillTemplate } from "../../copy/fillTemplate.ts";
import { useSamples } from "../useSamples.ts";
import { earliestStart, endOf, endOfPlan, type Plan, type Task } from "./ganttState.ts";

/** Working days in a week of the chart. */
export const WEEK = 5;

/** What the chart says about a plan, in one language. */
interface GanttWords {
  titleOf: (id: string) => string;
  /** A day of the chart: "Thu, week 2". @param day Zero-based. */
  dayName: (day: number) => string;
  /** First day, last day and length of a task: "Thu, week 1 to Thu, week 2, 6 days". */
  spanText: (task: Task) => string;
  /** The change of a task and the tasks that moved along, for screen readers. Empty if the task does not exist. */
  changeText: (before: Plan, after: Plan, id: string) => string;
  /** The plan's end compared with the promised day (zero-based). */
  promiseText: (plan: Plan, promised: number) => { end: string; slack: string; isLate: boolean };
}

export function createGanttWords(copy: SamplesCopy["gantt"]): GanttWords {
  const titles: Record<string, string> = copy.tasks;
  const titleOf = (id: string) => titles[id] ?? id;
  const titlesOf = (tasks: readonly Task[]) => tasks.map(({ id }) => titleOf(id)).join(", ");

  const daysText = (count: number) => (count === 1 ? copy.oneDay : fillTemplate(copy.days, { count }));

  const dayName = (day: number) => {
    const weekday = copy.weekdays[day % WEEK] ?? "";
    return fillTemplate(copy.day, { weekday, week: Math.floor(day / WEEK) + 1 });
  };

  const spanText = (task: Task) => {
    const first = dayName(task.start);
    if (task.length === 1) return `${first}, ${daysText(1)}`;
    const span = fillTemplate(copy.span, { first, last: dayName(endOf(task) - 1) });
    return `${span}, ${daysText(task.length)}`;
  };

  const stayText = (plan: Plan, task: Task) => {
    const holders = plan.filter((each) => task.after.includes(each.id) && endOf(each) === task.start);
    const isHeld = holders.length > 0 && task.start === earliestStart(plan, task);
    return fillTemplate(isHeld ? copy.waits : copy.atEdge, {
      task: titleOf(task.id),
      tasks: titlesOf(holders),
    });
  };

  const changeText = (before: Plan, after: Plan, id: string) => {
    const task = after.find((each) => each.id === id);
    if (!task) return "";
    if (after === before) return stayText(before, task);
    const pushed = after.filter(
      (each) => each.id !== id && each.start !== before.find((old) => old.id === each.id)?.start,
    );
    const moved = fillTemplate(copy.moved, { task: titleOf(id), span: spanText(task) });
    return pushed.length > 0 ? `${moved} ${fillTemplate(copy.pushed, { tasks: titlesOf(pushed) })}` : moved;
  };

  const promiseText = (plan: Plan, promised: number) => {
    const lastDay = endOfPlan(plan) - 1;
    const days = promised - lastDay;
    const count = daysText(Math.abs(days));
    const slack = days === 0 ? copy.onTime : fillTemplate(days > 0 ? copy.early : copy.late, { days: count });
    return { end: fillTemplate(copy.ends, { day: dayName(lastDay) }), slack, isLate: days < 0 };
  };

  return { titleOf, dayName, spanText, changeText, promiseText };
}

export function useGanttWords(): GanttWords {
  const { gantt } = useSamples();
  return useMemo(() => createGanttWords(gantt), [gantt]);
}
