import { ANSWERS_KEY, VARIATIONS_COOKIE } from "@marquee/contract";

/**
 * Storage entries and cookies that others write: code loaded later, and the server. They stand here so that a withdrawal clears them without
 * that code. `department`: the visitor's department, an object with the field `department` (specification, section 3). `location`: the
 * visitor's country. `gtag`: what the page's Google tag calls the visitor. `variations`: what experiments gave them. `answers`: what
 * flags answered them.
 */
export const LATE_KEYS = {
  department: "department",
  location: "marquee_location",
  gtag: "marquee_gtag",
  variations: VARIATIONS_COOKIE,
  answers: ANSWERS_KEY,
} as const;
