import type { WebVitalsProperties } from "@marquee/contract";
import { type MetricWithAttribution, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals/attribution";
import { describeElement } from "./describeElement.ts";

const OPTIONS = { reportAllChanges: true, generateTarget: describeElement };

/** There is one document, whose measuring cannot be ended. */
let measured: Map<MetricWithAttribution["name"], MetricWithAttribution> | undefined;

/** Measures this document from now on, what has happened already included. @returns what is known so far; null for nothing yet. */
export function watchVitals(): () => WebVitalsProperties | null {
  const metrics = measured ?? new Map();
  if (!measured) {
    measured = metrics;
    const keep = (metric: MetricWithAttribution) => metrics.set(metric.name, metric);
    for (const on of [onLCP, onINP, onCLS]) on(keep, OPTIONS);
    for (const on of [onTTFB, onFCP]) on(keep);
  }
  return () => describeVitals([...metrics.values()]);
}

/** The properties of the event. Milliseconds to a tenth; CLS, which has no unit, to four digits. */
export function describeVitals(metrics: readonly MetricWithAttribution[]): WebVitalsProperties | null {
  const [first] = metrics;
  if (!first) return null;
  const properties: WebVitalsProperties = { navigationType: first.navigationType };
  for (const metric of metrics) Object.assign(properties, describe(metric));
  return properties;
}

function describe(metric: MetricWithAttribution): Partial<WebVitalsProperties> {
  const { name, value, attribution } = metric;
  switch (name) {
    case "LCP":
      return { lcp: round(value, 1), ...(attribution.target && { lcpTarget: attribution.target }) };
    case "INP":
      return {
        inp: round(value, 1),
        ...(attribution.interactionTarget && { inpTarget: attribution.interactionTarget }),
      };
    case "CLS":
      return {
        cls: round(value, 4),
        ...(attribution.largestShiftTarget && { clsTarget: attribution.largestShiftTarget }),
      };
    case "TTFB":
      return { ttfb: round(value, 1) };
    case "FCP":
      return { fcp: round(value, 1) };
  }
}

function round(value: number, digits: number): number {
  return Number(value.toFixed(digits));
}
