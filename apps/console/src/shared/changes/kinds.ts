import { isJsonObject, type Json } from "@marquee/contract";
import { CHANGE_ENTITIES, CHANGE_KINDS, type Change, type ChangeEntity } from "@marquee/contract/schema";
import { formatPrecise } from "../format/format.ts";

/** Options for a select. */
export const KIND_CHOICES = CHANGE_ENTITIES.map((entity) => [entity, CHANGE_KINDS[entity].name] as const);

/** The entity in the URL, or undefined for all. */
export function readEntity(value: string): ChangeEntity | undefined {
  return CHANGE_ENTITIES.find((entity) => entity === value);
}

/** Name of the changed item. Recording settings have no meaningful key; a deleted replay is named by its start. */
export function subjectName({
  entity,
  key,
  before,
  after,
}: Pick<Change, "entity" | "key" | "before" | "after">): string {
  const { name, named } = CHANGE_KINDS[entity];
  const kind = name.toLowerCase();
  if (entity === "site") return kind;
  if (entity === "api-key") return `${name} ${key}`;
  if (named) return `${kind} ${textOf(after, named) ?? textOf(before, named) ?? key}`;
  if (entity !== "recording") return `${kind} ${key}`;
  if (key === "default") return kind;
  if (key === "who may watch") return "access to replays";
  const began = Date.parse(key);
  return Number.isNaN(began) ? `${kind} ${key}` : `replay of ${formatPrecise(began)}`;
}

function textOf(item: Json, field: string): string | null {
  if (!isJsonObject(item)) return null;
  const text = item[field];
  return typeof text === "string" ? text : null;
}
