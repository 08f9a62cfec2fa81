import {
  ANSWERS_KEY,
  DEPARTMENT_KEY,
  SESSION_COOKIE,
  UTM_FIELDS,
  VARIATIONS_COOKIE,
  WINDOW_SIZE_COOKIE,
} from "@marquee/contract";
import { FIRST_TOUCH_KEY, STAMP_COOKIE } from "./attribution.ts";

/** The visitor's country. */
export const LOCATION_KEY = "marquee_location";
/** The client and session IDs of the page's Google tag. */
export const GTAG_KEY = "marquee_gtag";
/** The recording rules that match the visitor's sessions. */
export const RULE_MATCHES_KEY = "marquee_matches";

/**
 * Storage keys and cookies that a withdrawal clears, in addition to identity and user. Some are written elsewhere: by lazily loaded
 * code, by the server (the visitor's variations) and by the site's flag client (cached flag values).
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
  WINDOW_SIZE_COOKIE,
  ANSWERS_KEY,
  RULE_MATCHES_KEY,
] as const;
