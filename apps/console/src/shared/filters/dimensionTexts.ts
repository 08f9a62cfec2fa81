import type { FilterDimension, NamedDimension } from "@marquee/contract";
import {
  CHANNEL_TITLES,
  DIMENSIONS,
  eventTitle,
  NO_CONSENT,
  NOT_SET,
  PROPERTY_PREFIX,
} from "@marquee/contract";
import type { FilterOperator } from "../address/filters.ts";
import { capitalize } from "../format/format.ts";

export const OPERATOR_NAMES: Record<FilterOperator, string> = {
  is: "is",
  is_not: "is not",
  contains: "contains",
  contains_not: "does not contain",
};

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

/** Whether people know the dimension's values by other texts than the stored ones. */
export function hasTitles(dimension: FilterDimension): boolean {
  return Object.hasOwn(VALUE_TITLES, dimension);
}

/** A dimension's value as people know it: "Germany", "Organic search". */
export function valueTitle(dimension: FilterDimension, value: string): string {
  if (value === NOT_SET) return "Not set";
  if (value === NO_CONSENT) return "Unknown (no consent)";
  return VALUE_TITLES[dimension as NamedDimension]?.(value) ?? value;
}

export function dimensionTitle(dimension: FilterDimension): string {
  return dimension.startsWith(PROPERTY_PREFIX)
    ? `Property ${dimension.slice(PROPERTY_PREFIX.length)}`
    : // A segment may name a dimension that only a newer version of the server knows.
      (DIMENSIONS[dimension as NamedDimension]?.title ?? dimension);
}

/** The name of a code, or the code if it has none or is malformed. */
function nameOf(names: Intl.DisplayNames, code: string): string {
  try {
    return names.of(code) ?? code;
  } catch {
    return code;
  }
}
