import { ANSWERS_KEY, UTM_FIELDS, VARIATIONS_COOKIE } from "@marquee/contract";
import { FIRST_TOUCH_KEY, STAMP_COOKIE } from "./attribution.ts";
import { SESSION_COOKIE } from "./session.ts";

/** The visitor's department, an object with the field `department` (specification, section 3). */
export const DEPARTMENT_KEY = "department";
/** The visitor's country. */
export const LOCATION_KEY = "marquee_location";
/** What the page's Google tag calls the visitor. */
export const GTAG_KEY = "marquee_gtag";
/** The rules by which the visitor's sessions are recorded. */
export const RULE_MATCHES_KEY = "marquee_matches";

/**
 * Storage entries and cookies that a withdrawal clears, beside who the visitor is. Others write some of them: code that is loaded later, and the
 * server, which keeps in two what experiments gave the visitor and what flags answered them.
 */
export const VISIT_KEYS = [
  ...UTM_FIELDS,
  STAMP_COOKIE,
  FIRST_TOUCH_KEY,
  SESSION_COOKIE,
  DEPARTMENT_KEY,
  LOCATION_KEY,
  GTAG_KEY,
  VARIATIONS_COOKIE,
  ANSWERS_KEY,
  RULE_MATCHES_KEY,
] as const;
