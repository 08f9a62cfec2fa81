import { eventTitle } from "../events/catalog.ts";
import { formatCounted, formatDuration } from "../kernel/formatNumbers.ts";
import { describeSelector } from "./describeSelector.ts";
import { alternativesOf, type ClickCondition, type GoalCondition, type SingleCondition } from "./goals.ts";

const FORM_NAMES: Record<string, string> = { sales: "sales", demo: "demo", "sign-up": "sign-up" };

/** Name of a kind of form, as used before "form". */
export const formName = (form: string): string => FORM_NAMES[form] ?? form;

/** Name of an overlay, as used before "overlay". */
export const overlayName = (overlay: string): string => overlay.replaceAll("-", " ");

const PAGES = { contains: "a page with ", "starts with": "a page below " };

/** The visitors' action, in the past tense: the suggested name of a goal and the text of its row. */
export function describeCondition(condition: GoalCondition): string {
  return alternativesOf(condition)
    .map(describeOne)
    .map((text, index) => (index === 0 ? text : lowerFirst(text)))
    .join(" or ");
}

function describeOne(condition: SingleCondition): string {
  switch (condition.kind) {
    case "page":
      return `Viewed ${condition.match === "is" ? pageText(condition.path) : PAGES[condition.match] + condition.path}`;
    case "event":
      return `${eventTitle(condition.event)}${propertyText(condition.properties)}`;
    case "form": {
      const form = condition.form === null ? "a form" : `the ${formName(condition.form)} form`;
      return `${condition.step === "sent" ? "Sent" : "Started"} ${form}`;
    }
    case "overlay":
      return `Opened the ${overlayName(condition.overlay)} overlay`;
    case "section":
      return `Saw ${condition.section}`;
    case "click":
      return `Clicked “${condition.label}”${narrowingText(condition)}`;
    case "button":
      return `Clicked “${condition.label}” in ${placeText(condition)}`;
    case "element":
      return `Clicked the ${lowerFirst(describeSelector(condition.selector))}${condition.path === "" ? "" : ` on ${pageText(condition.path)}`}`;
    case "time":
      return `Stayed ${timeText(condition.seconds)} on ${pageText(condition.path)}`;
    case "scroll":
      return `Scrolled ${condition.percent}% of ${pageText(condition.path)}`;
  }
}

const lowerFirst = (text: string) => text.replace(/^./u, (first) => first.toLowerCase());

/**
 * Location of a button: the part of the page, and the location in it. Without a location, all of that part.
 */
export function placeText({ root, location }: { root: string; location: string }): string {
  return root === location || location === "" ? root : `${root} › ${location}`;
}

function narrowingText({ path, root, location }: ClickCondition): string {
  return `${root === "" ? "" : ` in ${placeText({ root, location })}`}${path === "" ? "" : ` on ${pageText(path)}`}`;
}

function pageText(path: string): string {
  return path === "/" ? "the home page" : path || "a page";
}

function timeText(seconds: number): string {
  if (seconds < 60) return formatCounted(seconds, "second");
  return seconds % 60 === 0 ? formatCounted(seconds / 60, "minute") : formatDuration(seconds * 1000);
}

function propertyText(properties: Extract<GoalCondition, { kind: "event" }>["properties"]): string {
  if (properties.length === 0) return "";
  return ` with ${properties.map(({ name, value }) => `${name} ${value}`).join(", ")}`;
}
