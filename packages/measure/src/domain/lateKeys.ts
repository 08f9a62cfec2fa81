import { ANSWERS_KEY, VARIATIONS_COOKIE } from "@marquee/contract";

/** The visitor's department, an object with the field `department` (specification, section 3). */
export const DEPARTMENT_KEY = "department";
/** The visitor's country. */
export const LOCATION_KEY = "marquee_location";
/** What the page's Google tag calls the visitor. */
export const GTAG_KEY = "marquee_gtag";
/** The rules by which the visitor's sessions are recorded. */
export const MATCHES_KEY = "marquee_matches";

/**
 * Storage entries and cookies that others write: code loaded later, and the server, which keeps in two what experiments gave the visitor and
 * what flags answered them. They stand here so that a withdrawal clears them without that code.
 */
export const LATE_KEYS = [
  DEPARTMENT_KEY,
  LOCATION_KEY,
  GTAG_KEY,
  VARIATIONS_COOKIE,
  ANSWERS_KEY,
  MATCHES_KEY,
] as const;
