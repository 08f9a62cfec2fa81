import type { EventName, EventProperties } from "./catalog.ts";

/** Name of the track call that says how fast a document was, once for each. */
export const WEB_VITALS_EVENT = "Web Vitals" satisfies EventName;
/** Core Web Vitals and what explains them, by their property of {@link WEB_VITALS_EVENT}. */
export const VITALS = ["lcp", "inp", "cls", "ttfb", "fcp"] as const;
export type Vital = (typeof VITALS)[number];

export const RATINGS = ["good", "needs improvement", "poor"] as const;
export type Rating = (typeof RATINGS)[number];

/** The largest value that is still good, and the largest that is not yet poor: milliseconds, but of CLS, which has no unit (https://web.dev/articles/vitals). */
export const VITAL_THRESHOLDS: Record<Vital, readonly [good: number, poor: number]> = {
  lcp: [2500, 4000],
  inp: [200, 500],
  cls: [0.1, 0.25],
  ttfb: [800, 1800],
  fcp: [1800, 3000],
};

/** How good a value is, by {@link VITAL_THRESHOLDS}. */
export function ratingOf(vital: Vital, value: number): Rating {
  const [good, poor] = VITAL_THRESHOLDS[vital];
  if (value <= good) return "good";
  return value <= poor ? "needs improvement" : "poor";
}

/** Vitals that one element can be blamed for. */
export const VITALS_WITH_TARGET = ["lcp", "inp", "cls"] as const satisfies readonly Vital[];

/** Properties of {@link WEB_VITALS_EVENT}, without those that name the page. A vital that the browser did not measure is absent. */
export type WebVitalsProperties = Omit<EventProperties[typeof WEB_VITALS_EVENT], "url" | "path" | "title">;
