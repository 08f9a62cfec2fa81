import { isJsonObject, type Json } from "@marquee/contract";
import type { Change, ChangeEntity } from "@marquee/contract/schema";
import { formatPrecise } from "../format/format.ts";

const KIND_NAMES: Record<ChangeEntity, string> = {
  flag: "Flag",
  experiment: "Experiment",
  account: "Person",
  recording: "Recording settings",
  site: "Site settings",
  connection: "Connection",
  "api-key": "API key",
  goal: "Goal",
  error: "Error",
  note: "Note",
  alert: "Alert",
  funnel: "Funnel",
  report: "Report",
  board: "Board",
  share: "Shared link",
  "preview-link": "Preview link",
};

/** Options for a select. */
export const KIND_CHOICES: readonly (readonly [ChangeEntity, string])[] = [
  ["flag", KIND_NAMES.flag],
  ["experiment", KIND_NAMES.experiment],
  ["account", KIND_NAMES.account],
  ["recording", KIND_NAMES.recording],
  ["site", KIND_NAMES.site],
  ["connection", KIND_NAMES.connection],
  ["api-key", KIND_NAMES["api-key"]],
  ["goal", KIND_NAMES.goal],
  ["error", KIND_NAMES.error],
  ["note", KIND_NAMES.note],
  ["alert", KIND_NAMES.alert],
  ["funnel", KIND_NAMES.funnel],
  ["report", KIND_NAMES.report],
  ["board", KIND_NAMES.board],
  ["share", KIND_NAMES.share],
  ["preview-link", KIND_NAMES["preview-link"]],
];

/** The entity in the URL, or undefined for all. */
export function readEntity(value: string): ChangeEntity | undefined {
  return KIND_CHOICES.find(([entity]) => entity === value)?.[0];
}

/** Items whose name is part of what changed. */
const NAMED: readonly ChangeEntity[] = [
  "goal",
  "funnel",
  "alert",
  "report",
  "board",
  "share",
  "preview-link",
];

/** Name of the changed item. Recording settings have no key worth showing; a deleted replay is named by its start, a goal, report or the like by its name, an error by its message. */
export function subjectName({
  entity,
  key,
  before,
  after,
}: Pick<Change, "entity" | "key" | "before" | "after">): string {
  const kind = KIND_NAMES[entity].toLowerCase();
  if (entity === "site") return kind;
  if (entity === "api-key") return `${KIND_NAMES[entity]} ${key}`;
  if (NAMED.includes(entity)) return `${kind} ${textOf(after, "name") ?? textOf(before, "name") ?? key}`;
  if (entity === "error") return `${kind} ${textOf(after, "message") ?? key}`;
  if (entity !== "recording") return `${kind} ${key}`;
  if (key === "default") return kind;
  if (key === "who may watch") return "replay access";
  const began = Date.parse(key);
  return Number.isNaN(began) ? `${kind} ${key}` : `replay of ${formatPrecise(began)}`;
}

function textOf(item: Json, field: string): string | null {
  if (!isJsonObject(item)) return null;
  const text = item[field];
  return typeof text === "string" ? text : null;
}

/** URL of the screen that shows the changed item; null if there is none. */
export function hrefOf(entity: ChangeEntity, key: string): string | null {
  if (entity === "account") return null;
  if (entity === "api-key") return "/api-keys";
  if (entity === "goal") return "/goals";
  if (entity === "alert") return "/alerts";
  if (entity === "board") return `/boards/${key}`;
  if (entity === "report" || entity === "share") return "/boards";
  if (entity === "preview-link") return "/preview";
  if (entity === "error") return `/errors?${new URLSearchParams({ state: "all", open: key })}`;
  if (entity === "note") return "/";
  if (entity === "funnel") return `/journeys?${new URLSearchParams({ funnel: key })}`;
  if (entity === "recording" || entity === "site") return `/${entity}`;
  return `/${entity}s/${encodeURIComponent(key)}`;
}
