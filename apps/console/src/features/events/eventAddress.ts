import type { FilterDimension } from "@marquee/contract";
import type { EventFilter } from "@marquee/contract/schema";
import type { Scope } from "../../shared/address/scope.ts";
import { readKind } from "../../shared/events/eventChoices.ts";

/** Filters of the list besides the scope. Links from other screens set them; the call type is picked here. */
export const FILTER_NAMES = ["type", "error", "person", "messageId", "audience", "kind", "bot"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type EventFilterTexts = Record<FilterName, string>;

/** Filters that select certain events, whoever sent them. */
const OF_ANYONE: readonly FilterName[] = ["person", "messageId", "bot"];

/** The URL's filters as in a query, without empty and invalid ones. Bots are left out, as from all figures, unless the URL includes them. */
export function toEventFilter({ kind, ...texts }: EventFilterTexts): EventFilter {
  const presentTexts = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== ""));
  const isOfAnyone = kind === "" && OF_ANYONE.some((name) => name in presentTexts);
  const sender = isOfAnyone ? "all" : readKind(kind);
  return { ...presentTexts, ...(sender !== "all" && { kind: sender }) };
}

/** The filter of a dimension that selects exactly one value; null if there is none. */
export function chosenValue({ filters }: Scope, dimension: FilterDimension): string | null {
  const chosen = filters.find((each) => each.dimension === dimension && each.operator === "is");
  return chosen?.values.length === 1 ? (chosen.values[0] ?? null) : null;
}

/** The scope with one value of a dimension chosen, instead of its other filters; null chooses none. */
export function withValue(scope: Scope, dimension: FilterDimension, value: string | null): Scope {
  const otherFilters = scope.filters.filter((each) => each.dimension !== dimension);
  return value === null
    ? { ...scope, filters: otherFilters }
    : { ...scope, filters: [...otherFilters, { operator: "is", dimension, values: [value] }] };
}
