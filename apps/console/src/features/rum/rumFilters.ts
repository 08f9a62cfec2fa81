import {
  ACTION_ORDERS,
  type ActionOrder,
  RESOURCE_ORDERS,
  type ResourceOrder,
  type RumFilter,
  VIEW_ORDERS,
  type ViewOrder,
} from "@marquee/contract/schema";

/** Filters of the whole screen, in the URL. */
export const FILTER_NAMES = ["application", "service", "environment", "version", "view"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** Parameters of the list: which one, its filter and its sort order. */
export const LIST_NAMES = ["show", "kind", "by"] as const;

export const LISTS = ["views", "errors", "resources", "actions"] as const;
export type ListName = (typeof LISTS)[number];

/** The URL's filters as query parameters, without empty ones. */
export function toRumFilter(values: Record<FilterName, string>): RumFilter {
  const given = FILTER_NAMES.filter((name) => values[name] !== "");
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

const orNone = <Name extends string>(names: readonly Name[], value: string) =>
  names.find((name) => name === value);

/** The list in the URL, or the views by default. */
export const readList = (value: string): ListName => orNone(LISTS, value) ?? "views";
/** Sort order of each list from the URL, with a default. */
export const readViewOrder = (value: string): ViewOrder => orNone(VIEW_ORDERS, value) ?? "views";
export const readResourceOrder = (value: string): ResourceOrder =>
  orNone(RESOURCE_ORDERS, value) ?? "duration";
export const readActionOrder = (value: string): ActionOrder => orNone(ACTION_ORDERS, value) ?? "count";
