import { CHANGE_ENTITIES, type ChangeEntity } from "@marquee/contract/schema";

export const KIND_NAMES: Record<ChangeEntity, string> = {
  flag: "Flag",
  experiment: "Experiment",
  account: "Person",
};

/** For a select. */
export const KIND_CHOICES = CHANGE_ENTITIES.map((entity) => [entity, KIND_NAMES[entity]] as const);

/** @returns the kind that an address names, or undefined for all. */
export function readEntity(value: string): ChangeEntity | undefined {
  return CHANGE_ENTITIES.find((entity) => entity === value);
}

/** The screen where what was changed is shown. */
export function hrefOf(entity: ChangeEntity, key: string): string | null {
  if (entity === "account") return null;
  return `/${entity}s/${encodeURIComponent(key)}`;
}
