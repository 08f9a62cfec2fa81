import { fillTemplate } from "../../sections/pricing/fillTemplate.ts";
import { type DemoCopy, dayText, weekday } from "../demoCopy.ts";
import { DAYS_PER_WEEK, ownTask, type Task, type Workspace } from "./workspace.ts";

/** The questions that Brain is prepared for, in their order. */
export const QUESTIONS = ["due", "state"] as const;

export interface Answer {
  text: string;
  /** Titles of the tasks that it was read from. */
  sources: string[];
}

/** What Brain says, read from the list as it is. Null before there is a task of the visitor's own to speak of. */
export function answerTo(copy: DemoCopy, question: number, workspace: Workspace): Answer | null {
  const own = ownTask(workspace);
  if (own?.day === null || own?.day === undefined) return null;
  return QUESTIONS[question] === "due" ? dueNextWeek(copy, workspace) : stateOf(copy, own, own.day);
}

function dueNextWeek(copy: DemoCopy, { tasks }: Workspace): Answer {
  const due = tasks
    .flatMap(({ title, day }) => (day !== null && day >= DAYS_PER_WEEK ? [{ title, day }] : []))
    .sort((one, other) => one.day - other.day);
  const items = due.map(({ title, day }) =>
    fillTemplate(copy.brain.due.item, { task: title, day: weekday(copy, day) }),
  );
  return {
    text: fillTemplate(copy.brain.due.answer, { tasks: new Intl.ListFormat("en").format(items) }),
    sources: due.map(({ title }) => title),
  };
}

function stateOf(copy: DemoCopy, { title, column }: Task, day: number): Answer {
  const values = { task: title, column: copy.columns[column] ?? "", day: dayText(copy, day) };
  return { text: fillTemplate(copy.brain.state.answer, values), sources: [title] };
}
