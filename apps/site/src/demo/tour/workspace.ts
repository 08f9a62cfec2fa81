/** Two working weeks, Monday to Friday. Day 0 is Monday of this week. */
export const DAY_COUNT = 10;
export const DAYS_PER_WEEK = 5;
export const COLUMN_COUNT = 3;
/** Longest name of a list or a task, in UTF-16 units. */
export const MAX_NAME_LENGTH = 60;

/** Id of the one task that the visitor writes. */
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

/** What the visitor builds in the demo. It lives as long as the document. */
export interface Workspace {
  /** Null while there is no list. */
  listName: string | null;
  tasks: readonly Task[];
  view: View;
  /** Index of the question that Brain was asked last. */
  question: number | null;
  /** What people with the link may do, once there is a link. */
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

/** A name as it is kept: trimmed and not too long; null when nothing is left. */
export function normalizeName(text: string): string | null {
  return text.trim().slice(0, MAX_NAME_LENGTH).trim() || null;
}

/** Names the list; the first time, the sample tasks come with it. */
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

/** Adds the visitor's task, or gives the one there is another title. Needs a list. */
export function writeTask(workspace: Workspace, title: string): Workspace {
  const cleaned = normalizeName(title);
  if (!cleaned || workspace.listName === null) return workspace;
  if (ownTask(workspace)) return changeOwn(workspace, { title: cleaned });
  const task: Task = { id: OWN_TASK, title: cleaned, day: null, column: 0 };
  return { ...workspace, tasks: [...workspace.tasks, task] };
}

/** Puts the visitor's task on a day; beyond either end it stays at the end. */
export function setDay(workspace: Workspace, day: number): Workspace {
  return changeOwn(workspace, { day: clamp(day, DAY_COUNT) });
}

/** Puts a task into a column; beyond either end it stays at the end. */
export function setColumn(workspace: Workspace, id: string, column: number): Workspace {
  return changeTask(workspace, id, { column: clamp(column, COLUMN_COUNT) });
}

/** The task that the visitor wrote, or null before. */
export function ownTask({ tasks }: Workspace): Task | null {
  return tasks.find(({ id }) => id === OWN_TASK) ?? null;
}

/** The list with sample work in it, shown before the tour starts. */
export function previewWorkspace(list: string, task: string, samples: readonly string[]): Workspace {
  const named = nameList(EMPTY_WORKSPACE, list, samples);
  return { ...setColumn(setDay(writeTask(named, task), 3), OWN_TASK, 1), view: "board" };
}

function changeOwn(workspace: Workspace, change: Partial<Task>): Workspace {
  return changeTask(workspace, OWN_TASK, change);
}

/** @returns the same workspace when there is no such task, or nothing about it changes. */
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
