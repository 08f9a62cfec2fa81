import { isJsonObject, type Json, type Redirect } from "@marquee/contract";
import { formatPrecise } from "../../shared/format/format.ts";
import { imageValueText } from "./imageTexts.ts";
import { meetingText } from "./meetingRoutes/meetingTexts.ts";

/** A choice in words. */
export function readable(choice: string): string {
  // A path.
  if (/^[/*]/.test(choice)) return choice;
  if (choice === "faq") return "FAQ";
  const words = choice.replace(/([a-z])([A-Z])/g, "$1 $2").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A time as content has it: ISO 8601 in UTC. */
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/;

/** "/old and everything below it → /new (301)". */
function redirectText({ from, to, match, status }: Redirect): string {
  const source = match === "prefix" ? `${from} and everything below it` : from;
  return status === 410 ? `${source} is gone (410)` : `${source} → ${to} (${status})`;
}

/** A value of content in words. */
export function textOf(value: Json): string {
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "nothing";
  if (Array.isArray(value) && value.every((item) => typeof item === "object"))
    return value.map((item) => meetingText(item) ?? "").join("\n");
  if (Array.isArray(value)) return value.map((item) => readable(String(item))).join(", ");
  if (isJsonObject(value)) {
    const meeting = meetingText(value);
    if (meeting !== null) return meeting;
    if (typeof value.from === "string") return redirectText(value as Redirect);
    const image = imageValueText(value);
    if (image !== null) return image;
    return [value.title, value.markdown].filter((text) => typeof text === "string").join("\n\n");
  }
  if (typeof value === "string" && INSTANT.test(value)) return formatPrecise(Date.parse(value));
  return typeof value === "boolean" ? (value ? "Yes" : "No") : String(value);
}
