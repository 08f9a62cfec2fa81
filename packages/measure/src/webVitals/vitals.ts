import { SECTION_ATTRIBUTES, SEGMENT_LOCATION_ATTRIBUTE, type WebVitalsProperties } from "@marquee/contract";
import { type MetricWithAttribution, onCLS, onFCP, onINP, onLCP, onTTFB } from "web-vitals/attribution";

const MAX_LENGTH = 200;

/** What a person would call the place by, and what stays the same from one visit to the next. */
const PLACES = [SECTION_ATTRIBUTES.sectionId, SEGMENT_LOCATION_ATTRIBUTE];

/** Ids that somebody gave; those that React makes begin otherwise. */
const GIVEN_ID = /^[a-z][\w-]*$/i;

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
  return () => toVitalsProperties([...metrics.values()]);
}

/** The properties of the event. Milliseconds to a tenth; CLS, which has no unit, to four digits. */
export function toVitalsProperties(metrics: readonly MetricWithAttribution[]): WebVitalsProperties | null {
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

/**
 * A selector that leads from the nearest named place of the page to an element: `section[data-section-id="hero"] > h1`. It says nothing of the
 * element's text, address or value. @returns at most 200 characters, its end where it is longer; empty for what is no element.
 */
function describeElement(node: Node | null): string {
  const parts: string[] = [];
  for (let element = elementOf(node); element; element = element.parentElement) {
    const name = nameOf(element);
    parts.unshift(name ?? stepOf(element));
    if (name || element.parentElement === document.body) break;
  }
  return fit(parts);
}

function elementOf(node: Node | null): Element | null {
  return node instanceof Element ? node : (node?.parentElement ?? null);
}

function nameOf(element: Element): string | null {
  const tag = element.localName;
  if (GIVEN_ID.test(element.id)) return `${tag}#${element.id}`;
  for (const attribute of PLACES) {
    const value = element.getAttribute(attribute);
    if (value) return `${tag}[${attribute}="${CSS.escape(value)}"]`;
  }
  return null;
}

/** Its tag, and which of several it is. */
function stepOf(element: Element): string {
  const alike = [...(element.parentElement?.children ?? [])].filter(
    ({ localName }) => localName === element.localName,
  );
  return alike.length > 1
    ? `${element.localName}:nth-of-type(${alike.indexOf(element) + 1})`
    : element.localName;
}

function fit(parts: readonly string[]): string {
  const [first = "", ...rest] = parts;
  const selector = parts.join(" > ");
  if (selector.length <= MAX_LENGTH) return selector;
  return rest.length > 0 ? fit(rest) : first.slice(0, MAX_LENGTH);
}
