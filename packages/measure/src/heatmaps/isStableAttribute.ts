import { SECTION_ATTRIBUTES } from "@marquee/contract";
import type { FilterAddress } from "../privacy/filterAddress.ts";

/** Attributes whose values are the page's own; those of states and labels change. */
const STABLE_ATTRIBUTES = [
  SECTION_ATTRIBUTES.sectionId,
  "data-testid",
  "data-track-link-title",
  "href",
  "name",
];

/** Queries and addresses of mail may say something of the visitor. */
const TELLING = /[?@]|.{100}/;

/** Whether a selector may have this attribute: no address that may not be told as it is (specification, section 5). */
export function isStableAttribute(name: string, value: string, filterAddress: FilterAddress): boolean {
  if (!STABLE_ATTRIBUTES.includes(name) || TELLING.test(value)) return false;
  return name !== "href" || filterAddress(value) === value;
}
