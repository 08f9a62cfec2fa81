import { VALUE_TYPES } from "@marquee/contract";
import type { FlagState } from "@marquee/contract/schema";

export const FILTER_NAMES = ["q", "type", "state"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];

export const TYPE_NAMES = { boolean: "On or off", string: "Text", number: "Number", json: "JSON" } as const;
export const TYPE_CHOICES = VALUE_TYPES.map((type) => [type, TYPE_NAMES[type]] as const);
export const STATE_CHOICES = [
  ["experiment", "In experiment"],
  ["archived", "Archived"],
] as const;

/** The flags that match the filters. Archived flags are returned only if the state filter selects them. */
export function filterFlags(flags: readonly FlagState[], values: Record<FilterName, string>): FlagState[] {
  const words = values.q.toLowerCase().split(/\s+/).filter(Boolean);
  return flags.filter(({ definition: { key, description, type, isArchived }, experiment }) => {
    const text = `${key} ${description}`.toLowerCase();
    return (
      isArchived === (values.state === "archived") &&
      (values.state !== "experiment" || experiment !== null) &&
      (values.type === "" || values.type === type) &&
      words.every((word) => text.includes(word))
    );
  });
}
