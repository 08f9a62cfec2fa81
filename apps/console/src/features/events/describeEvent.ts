import { ERROR_EVENT, EVENT_CATALOG, EXPOSURE_EVENT } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";
import { titleOf } from "../../shared/events/eventChoices.ts";
import { formatTime } from "../../shared/vitals/vitals.tsx";

type DescribedEvent = Pick<EventSummary, "type" | "event" | "path" | "properties">;

export interface EventDescription {
  /** What happened, as a sentence: "Clicked “Start free trial” in pricing". */
  sentence: string;
  /** Properties that are not in the sentence, the most informative first, each with its label and value. */
  rest: (readonly [label: string, value: string])[];
}

/** A sentence, with the names of the properties that it mentions. */
interface Told {
  sentence: string;
  names: readonly string[];
}

type Properties = Readonly<Record<string, string | undefined>>;

/** Sentences of known events; undefined if an event lacks a property that the sentence needs. */
const SENTENCES: Readonly<Record<string, (properties: Properties) => Told | undefined>> = {
  "click web": ({ buttonClicked, linkTitle, location }) => {
    const label = buttonClicked || linkTitle;
    const names = ["buttonClicked", "linkTitle", "clickedLocation", ...(location ? ["location"] : [])];
    return label ? { sentence: `Clicked “${label}”${location ? ` in ${location}` : ""}`, names } : undefined;
  },
  "Section Viewed": ({ sectionTitle, sectionLabel, sectionId }) => {
    const title = sectionTitle || sectionLabel || sectionId;
    return title
      ? { sentence: `Saw the section “${title}”`, names: ["sectionTitle", "sectionLabel"] }
      : undefined;
  },
  "Form Sent": ({ form }) => form && { sentence: `Sent the form “${form}”`, names: ["form"] },
  "Form Started": ({ form }) => form && { sentence: `Started the form “${form}”`, names: ["form"] },
  "Form Field Left": ({ form, field }) =>
    form && field
      ? { sentence: `Filled in “${field}” of the form “${form}”`, names: ["form", "field"] }
      : undefined,
  "Form Error Shown": ({ form, field, error }) =>
    form && field
      ? {
          sentence: `Saw an error at “${field}” of the form “${form}”${error ? `: ${error}` : ""}`,
          names: ["form", "field", "error"],
        }
      : undefined,
  "Overlay Opened": ({ overlay }) => overlay && { sentence: `Opened “${overlay}”`, names: ["overlay"] },
  [EXPOSURE_EVENT]: ({ experiment_name, experiment_id, variation_name, variation_id }) => {
    const [experiment, variation] = [experiment_name || experiment_id, variation_name || variation_id];
    const names = ["experiment_name", "variation_name"];
    return experiment && variation ? { sentence: `Saw “${variation}” of “${experiment}”`, names } : undefined;
  },
  [ERROR_EVENT]: ({ message }) => message && { sentence: `Error: ${message}`, names: ["message"] },
  "Web Vitals": ({ path }) => path && { sentence: `Measured the speed of ${path}`, names: [] },
  "view step": ({ stepId }) =>
    stepId && { sentence: `Reached step “${stepId}” of the demo`, names: ["stepId"] },
} as Record<string, (properties: Properties) => Told | undefined>;

/** Properties that every event has or that are technical. They come last. */
const LAST = new Set([
  "url",
  "path",
  "title",
  "actual_url",
  "actual_path",
  "stack",
  "source",
  "browser",
  "browserVersion",
]);
const LATER =
  /^(?:operatingSystem|root$|parent$|clickedType$|section(?:Color|InternalName|ModelName)|demoId)|_id$|Id$/;
const MILLISECONDS = new Set(["lcp", "inp", "fcp", "ttfb"]);
const ACRONYMS = /\b(?:url|id|lcp|inp|cls|fcp|ttfb)\b/gi;

/** Describes an event: a sentence, then its other properties. Unknown events are described by their name. */
export function describeEvent({ type, event, path, properties }: DescribedEvent): EventDescription {
  const told = type === "page" ? viewOf(path) : SENTENCES[event]?.(properties);
  const names = new Set(told?.names);
  const rest = Object.entries(properties).filter(([name, value]) => value !== "" && !names.has(name));
  const catalogNames = Object.hasOwn(EVENT_CATALOG, event)
    ? Object.keys(EVENT_CATALOG[event as keyof typeof EVENT_CATALOG].properties.properties)
    : [];
  const rankOf = ([name]: [string, string]) =>
    (LAST.has(name) ? 2000 : LATER.test(name) ? 1000 : 0) +
    (catalogNames.includes(name) ? catalogNames.indexOf(name) : 500);
  return {
    sentence: told?.sentence ?? titleOf({ event, type }),
    rest: rest
      .sort((one, other) => rankOf(one) - rankOf(other))
      .map(([name, value]) => [propertyLabel(name), propertyValue(name, value)]),
  };
}

function viewOf(path: string): Told | undefined {
  return path === "" ? undefined : { sentence: `Viewed ${path}`, names: ["path", "url", "actual_path"] };
}

/** A property's name as people write it: "Clicked location", "Link title", "LCP target". */
export function propertyLabel(name: string): string {
  const words = name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .toLowerCase()
    .replace(ACRONYMS, (word) => word.toUpperCase())
    .trim();
  return words === "" ? name : words.charAt(0).toUpperCase() + words.slice(1);
}

function propertyValue(name: string, value: string): string {
  if (MILLISECONDS.has(name) && Number.isFinite(Number(value))) return formatTime(Number(value));
  return { true: "yes", false: "no" }[value] ?? value;
}
