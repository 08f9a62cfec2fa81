import { cutText } from "@marquee/contract";

/** Two working weeks, Monday to Friday. Day 0 is Monday of this week. */
export const DAY_COUNT = 10;
export const DAYS_PER_WEEK = 5;
export const COLUMN_COUNT = 3;
/** Maximum length of a list or task name, in UTF-16 code units. */
export const MAX_NAME_LENGTH = 60;

/** ID of the single task that the visitor creates. */
export const OWN_TASK = "own";

export const VIEWS = ["list", "board", "timeline"] as const;
export type View = (typeof VIEWS)[number];
export type Access = "view" | "edit";

export interface Task {
  id: string;
  title: string;
  /** 0 to 9, or null while it has no due date. */
  day: number | null;
  /** 0 to 2. */
  column: number;
}

/** The visitor's workspace in the demo. Kept in memory only, until the document unloads. */
export interface Workspace {
  /** Null until the visitor names a list. */
  listName: string | null;
  tasks: readonly Task[];
  view: View;
  /** Zero-based index of the last question asked in the Brain panel; null before the first. */
  question: number | null;
  /** Access that the share link grants; null until there is a link. */
  access: Access | null;
}

export const EMPTY_WORKSPACE: Workspace = {
  listName: null,
  tasks: [],
  view: "list",
  question: null,
  access: null,
};

/** Initial positions of the sample tasks; their titles come from the copy. */
const SAMPLE_PLACES = [
  { day: 0, column: 2 },
  { day: 2, column: 1 },
  { day: 6, column: 0 },
  { day: 8, column: 0 },
] as const;

/** Trims a name and cuts it to `MAX_NAME_LENGTH`; null if nothing is left. */
export function normalizeName(text: string): string | null {
  return cutText(text.trim(), MAX_NAME_LENGTH).trim() || null;
}

/** Names the list. The first time, also adds the sample tasks. A blank name changes nothing. */
export function nameList(workspace: Workspace, name: string, samples: readonly string[]): Workspace {
  const listName = normalizeName(name);
  if (!listName) return workspace;
  const isNew = workspace.listName === null;
  const tasks = SAMPLE_PLACES.map((place, index) => ({
    id: `sample-${index}`,
    title: samples[index] ?? "",
    ...place,
  }));
  return { ...workspace, listName, tasks: isNew ? tasks : workspace.tasks };
}

/** Adds the visitor's task or renames the existing one. Changes nothing for a blank title or without a list. */
export function writeTask(workspace: Workspace, title: string): Workspace {
  const cleaned = normalizeName(title);
  if (!cleaned || workspace.listName === null) return workspace;
  if (ownTask(workspace)) return changeOwn(workspace, { title: cleaned });
  const task: Task = { id: OWN_TASK, title: cleaned, day: null, column: 0 };
  return { ...workspace, tasks: [...workspace.tasks, task] };
}

/** Sets the day of the visitor's task, clamped to 0 to 9. */
export function setDay(workspace: Workspace, day: number): Workspace {
  return changeOwn(workspace, { day: clamp(day, DAY_COUNT) });
}

/** Moves a task to a column, clamped to 0 to 2. */
export function setColumn(workspace: Workspace, id: string, column: number): Workspace {
  return changeTask(workspace, id, { column: clamp(column, COLUMN_COUNT) });
}

/** The task that the visitor created, or null if there is none yet. */
export function ownTask({ tasks }: Workspace): Task | null {
  return tasks.find(({ id }) => id === OWN_TASK) ?? null;
}

/** A workspace with sample data, shown before the tour starts. */
export function previewWorkspace(list: string, task: string, samples: readonly string[]): Workspace {
  const named = nameList(EMPTY_WORKSPACE, list, samples);
  return { ...setColumn(setDay(writeTask(named, task), 3), OWN_TASK, 1), view: "board" };
}

function changeOwn(workspace: Workspace, change: Partial<Task>): Workspace {
  return changeTask(workspace, OWN_TASK, change);
}

/** @returns the same workspace if the task does not exist or nothing changes. */
function changeTask(workspace: Workspace, id: string, change: Partial<Task>): Workspace {
  const task = workspace.tasks.find((each) => each.id === id);
  const changed = task && { ...task, ...change };
  if (!changed || (Object.keys(change) as (keyof Task)[]).every((key) => changed[key] === task[key]))
    return workspace;
  return { ...workspace, tasks: workspace.tasks.map((each) => (each === task ? changed : each)) };
}

function clamp(value: number, count: number): number {
  return Math.min(Math.max(Math.round(value), 0), count - 1);
}
