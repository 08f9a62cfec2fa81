import type { ChangeEntity } from "@marquee/contract/schema";

export const KIND_NAMES: Record<ChangeEntity, string> = {
  flag: "Flag",
  experiment: "Experiment",
  account: "Person",
};

/** For a select. */
export const KIND_CHOICES: readonly (readonly [ChangeEntity, string])[] = [
  ["flag", KIND_NAMES.flag],
  ["experiment", KIND_NAMES.experiment],
  ["account", KIND_NAMES.account],
];

/** @returns the kind that an address names, or undefined for all. */
export function readEntity(value: string): ChangeEntity | undefined {
  return KIND_CHOICES.find(([entity]) => entity === value)?.[0];
}

/** The screen where what was changed is shown. */
export function hrefOf(entity: ChangeEntity, key: string): string | null {
  if (entity === "account") return null;
  return `/${entity}s/${encodeURIComponent(key)}`;
}
