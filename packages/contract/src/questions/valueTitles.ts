import { eventTitle } from "../events/catalog.ts";
import { CHANNEL_TITLES } from "../events/channels.ts";
import { type FilterDimension, type NamedDimension, NO_CONSENT, NOT_SET } from "./dimensions.ts";

/** Capitalizes the first letter. */
export const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

const regions = new Intl.DisplayNames("en", { type: "region" });
const languages = new Intl.DisplayNames("en", { type: "language" });

const AUDIENCES: Readonly<Record<string, string>> = { visitor: "Visitors", customer: "Known customers" };
const CONSENT: Readonly<Record<string, string>> = { yes: "With consent", no: "Without consent" };
const CHANNELS: Readonly<Record<string, string>> = CHANNEL_TITLES;

/** Titles of values that are stored as codes. */
const VALUE_TITLES: Partial<Record<NamedDimension, (value: string) => string>> = {
  "event:name": eventTitle,
  "visit:channel": (value) => CHANNELS[value] ?? value,
  "visit:country": (value) => nameOf(regions, value),
  "visit:language": (value) => nameOf(languages, value),
  "visit:locale": (value) => nameOf(languages, value),
  "visit:device": capitalize,
  "visit:screen": (value) => `${value.replace("-", "–")} px`,
  "visit:audience": (value) => AUDIENCES[value] ?? value,
  "visit:variation": (value) => value.replace("/", ": "),
  "lead:form": (value) => (/^\d+$/.test(value) ? `Form ${value}` : capitalize(value)),
  "lead:kind": capitalize,
  "lead:consent": (value) => CONSENT[value] ?? value,
  "lead:status": capitalize,
};

/** Whether the dimension's values have display names. */
export function hasTitles(dimension: FilterDimension): boolean {
  return Object.hasOwn(VALUE_TITLES, dimension);
}

/** Display name of a dimension's value: "Germany", "Organic search". */
export function valueTitle(dimension: FilterDimension, value: string): string {
  if (value === NOT_SET) return "Not set";
  if (value === NO_CONSENT) return "Unknown (no consent)";
  return VALUE_TITLES[dimension as NamedDimension]?.(value) ?? value;
}

/** The name of a code, or the code if it has none or is malformed. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
