import {
  ACTION_ORDERS,
  type ActionOrder,
  RESOURCE_ORDERS,
  type ResourceOrder,
  type RumFilter,
  VIEW_ORDERS,
  type ViewOrder,
} from "@marquee/contract/schema";

/** What narrows the whole screen. */
export const FILTER_NAMES = ["application", "service", "environment", "version", "view"] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
/** What narrows and orders the list that is shown. */
export const LIST_NAMES = ["show", "kind", "by"] as const;

export const LISTS = ["views", "errors", "resources", "actions"] as const;
export type ListName = (typeof LISTS)[number];

/** The filters of the address as the server takes them: without the empty ones. */
export function toRumFilter(values: Record<FilterName, string>): RumFilter {
  const given = FILTER_NAMES.filter((name) => values[name] !== "");
  return Object.fromEntries(given.map((name) => [name, values[name]]));
}

const orNone = <Name extends string>(names: readonly Name[], value: string) =>
  names.find((name) => name === value);

/** The list that an address names; what names none is the views. */
export const readList = (value: string): ListName => orNone(LISTS, value) ?? "views";
/** Sort order of each list from the URL, with a default. */
export const readViewOrder = (value: string): ViewOrder => orNone(VIEW_ORDERS, value) ?? "views";
export const readResourceOrder = (value: string): ResourceOrder =>
  orNone(RESOURCE_ORDERS, value) ?? "duration";
export const readActionOrder = (value: string): ActionOrder => orNone(ACTION_ORDERS, value) ?? "count";
