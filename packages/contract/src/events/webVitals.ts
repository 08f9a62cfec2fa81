import { cutText } from "../kernel/text.ts";
import type { EventName, EventProperties } from "./catalog.ts";

/** Name of the track event that reports how fast a document was, once per document. */
export const WEB_VITALS_EVENT = "Web Vitals" satisfies EventName;
/** Core Web Vitals and the metrics that explain them, named like the properties of {@link WEB_VITALS_EVENT}. */
export const VITALS = ["lcp", "inp", "cls", "ttfb", "fcp"] as const;
export type Vital = (typeof VITALS)[number];

export const RATINGS = ["good", "needs improvement", "poor"] as const;
export type Rating = (typeof RATINGS)[number];

/**
 * The largest good value and the largest value that is not yet poor. Milliseconds except for CLS, which has no unit
 * (https://web.dev/articles/vitals).
 */
export const VITAL_THRESHOLDS: Record<Vital, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  ttfb: [800, 1800],
  fcp: [1800, 3000],
};

/** Rates a value by {@link VITAL_THRESHOLDS}. The thresholds themselves belong to the better rating. */
export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = VITAL_THRESHOLDS[vital];
  if (value <= good) return "good";
  return value <= poor ? "needs improvement" : "poor";
}

/** Vitals that can be attributed to one element. */
export const VITALS_WITH_TARGET = ["lcp", "inp", "cls"] as const satisfies readonly Vital[];

/**
 * Marks a moment of a view, such as when its first part works: `performance.mark(name, { detail })`. It is reported as a named timing with
 * the document's web vitals, and to RUM.
 */
export const VIEW_TIMING = "marquee:timing";
export interface ViewTimingDetail {
  type: typeof VIEW_TIMING;
  /** Path of the page that the moment belongs to. */
  path: string;
}
/** Maximum number of named timings of a document, and length of a name in characters. */
export const MAX_TIMINGS = 20;
export const TIMING_NAME_LENGTH = 100;

/** The name of a timing with other characters than letters, digits, `-`, `_`, `.`, `@` and `$` replaced by `_` (specification, section 5). */
export function timingName(name: string): string {
  return cutText(name.replace(/[^\w.@$-]/g, "_"), TIMING_NAME_LENGTH);
}

/** Properties of {@link WEB_VITALS_EVENT}, except those of the page. Vitals that the browser did not measure are missing. */
export type WebVitalsProperties = Omit<EventProperties[typeof WEB_VITALS_EVENT], "url" | "path" | "title">;
