import type { Json } from "../kernel/json.ts";
import { SECTIONS_ITEM } from "./contentItems.ts";
import { completeOrder } from "./pageSections.ts";

/**
 * New values of fields of a page by item key and JSON Pointer, such as `{ "copy:en:home": { "/hero/title": "…" } }`: the changes of an
 * experiment's variation. Everything not listed stays as published.
 */
export type ContentChanges = Record<string, Record<string, Json>>;

/**
 * The sections that visitors see with some changes, in order.
 * @param publishedSections those visible without the changes; undefined if these are the sections of the code, in its
 * order.
 * @returns null if the changes do not affect sections.
 */
export function variedSections(
  page: string,
  publishedSections: readonly string[] | undefined,
  changes: ContentChanges,
): string[] | null {
  // Values from another service are not validated in the browser.
  const { [`/${page}/order`]: order, [`/${page}/hidden`]: hidden } = changes[SECTIONS_ITEM] ?? {};
  const defaultOrder = completeOrder(page, []);
  if ((!isTextList(order) && !isTextList(hidden)) || defaultOrder.length === 0) return null;
  const published = publishedSections ?? defaultOrder;
  const isHidden = isTextList(hidden)
    ? (id: string) => hidden.includes(id)
    : (id: string) => !published.includes(id);
  return completeOrder(page, isTextList(order) ? order : published).filter((id) => !isHidden(id));
}

function isTextList(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}
