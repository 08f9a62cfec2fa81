import {
  describeCondition,
  formatDuration,
  type GoalCondition,
  isJsonList,
  isJsonObject,
  type Json,
  LOCALES,
} from "@marquee/contract";
import { formatPrecise } from "../format/format.ts";
import { languageName } from "../format/languageName.ts";

const NAMES: Record<string, string> = {
  defaultValue: "Default value",
  isOn: "On",
  isArchived: "Archived",
  isDeleted: "Deleted",
  at: "Time",
  from: "From",
  to: "Until",
  coverage: "Rollout",
  isDarkMode: "Dark",
  isHighContrast: "High contrast",
  fullyClickableUrl: "Whole banner is a link",
  href: "Address",
  children: "Label",
  badgeText: "Badge",
  iconStart: "Icon before",
  iconEnd: "Icon after",
  isCaptureEnabled: "Record sessions and clicks",
  sampleRate: "Session sample rate",
  interactionSampleRate: "Heatmap sample rate",
  privacyLevel: "Masking",
  blockSelectors: "Blocked elements",
  rules: "Rules",
  addressRules: "Masked URLs",
  monitoringSampleRate: "RUM sample rate",
  monitoringReplaySampleRate: "RUM replay sample rate",
  weekStart: "First day of the week",
  excludedAddresses: "Addresses that are not counted",
};

/** In the order of ISO 8601: Monday is 1. */
export const WEEKDAY_NAMES = [
  "Monday",
  "Tuesday",
  "Wednesday",
  "Thursday",
  "Friday",
  "Saturday",
  "Sunday",
] as const;

/** A field's path in readable form: "Rules › scheduled › From". */
export function fieldName(path: readonly string[]): string {
  if (path.length === 0) return "Whole";
  return path.map(nameOf).join(" › ");
}

/** Addresses of content: the texts of a page in a language, and a field of them. */
const TEXTS_OF_PAGE = /^copy:([\w-]+):(.+)$/;

function nameOf(step: string): string {
  if (step.startsWith("#")) return step.slice(1);
  const [, language, page = ""] = TEXTS_OF_PAGE.exec(step) ?? [];
  const locale = LOCALES.find((each) => each === language);
  if (locale) return `${wordsOf(page)} in ${languageName(locale)}`;
  return NAMES[step] ?? wordsOf(step);
}

/** "isHidden" or "/hero/subtitle" as words. */
function wordsOf(name: string): string {
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/\//g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const INSTANTS = new Set(["from", "to", "until", "at"]);
const PERCENTAGES = new Set([
  "sampleRate",
  "interactionSampleRate",
  "monitoringSampleRate",
  "monitoringReplaySampleRate",
]);

/** A field's value in readable form. Fields that hold a time or a share are formatted as such. */
export function valueText(path: readonly string[], value: Json | undefined): string {
  const field = path.at(-1) ?? "";
  if (value === undefined) return "nothing";
  if (value === null) return INSTANTS.has(field) ? "no limit" : "nothing";
  if (typeof value === "number" && INSTANTS.has(field)) return formatPrecise(value);
  if (typeof value === "number" && field === "coverage") return `${Math.round(value * 1000) / 10}%`;
  if (typeof value === "number" && PERCENTAGES.has(field)) return `${value}%`;
  if (typeof value === "number" && field === "weekStart") return WEEKDAY_NAMES[value - 1] ?? String(value);
  if (typeof value === "number" && field === "length") return formatDuration(value);
  if (typeof value === "string" && field === "start" && !Number.isNaN(Date.parse(value)))
    return formatPrecise(Date.parse(value));
  if (typeof value === "boolean") return value ? "on" : "off";
  if (typeof value === "string") return value === "" ? "empty" : value;
  if (typeof value === "number") return String(value);
  if (isTexts(value)) return textList(value);
  if (isRecords(value)) return value.map(recordText).join("\n");
  if (field === "condition" && isCondition(value)) return describeCondition(value);
  return isJsonList(value) ? listText(value) : objectText(value);
}

/** Conditions were checked before they were stored. */
function isCondition(value: Json): value is Json & GoalCondition {
  return isJsonObject(value) && typeof value.kind === "string";
}

/** One item per line. */
function listText(items: readonly Json[]): string {
  return items.map((item) => `• ${valueText([], item).replaceAll("\n", "\n  ")}`).join("\n");
}

/** One field per line; nested fields are indented. */
function objectText(value: Json): string {
  const fields = isJsonObject(value) ? Object.entries(value) : [];
  if (fields.length === 0) return "empty";
  return fields
    .map(([name, inner]) => {
      const text = valueText([name], inner);
      return text.includes("\n")
        ? `${nameOf(name)}:\n  ${text.replaceAll("\n", "\n  ")}`
        : `${nameOf(name)}: ${text}`;
    })
    .join("\n");
}

type TextRecord = { [name: string]: string | number };

/** Whether the value is a list of objects that contain only strings and times, such as rules. */
function isRecords(value: Json): value is TextRecord[] {
  return (
    isJsonList(value) &&
    value.every((each) => isJsonObject(each) && Object.entries(each).every(isTextOrInstant))
  );
}

function isTextOrInstant([name, value]: readonly [string, Json]): boolean {
  return typeof value === "string" || (typeof value === "number" && INSTANTS.has(name));
}

/** Kind first and end last, regardless of the store's order. */
function recordText({ kind, until, ...values }: TextRecord): string {
  return Object.entries({ kind, ...values, until })
    .filter((entry): entry is [string, string | number] => entry[1] !== undefined)
    .map(([name, value]) =>
      name === "kind" ? value : `${nameOf(name).toLowerCase()} ${valueText([name], value)}`,
    )
    .join(", ");
}

function isTexts(value: Json): value is string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}

function textList(texts: readonly string[]): string {
  return texts.length === 0 ? "none" : texts.map((text) => text.replace(/^#/, "")).join(", ");
}
