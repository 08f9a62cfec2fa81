import {
  type Dimension,
  NO_DOMAIN,
  NOT_SET,
  namesPerson,
  PROPERTY_PREFIX,
  REDACTED,
  type TimeDimension,
  type Weekday,
} from "@marquee/contract";
import { startOfHour } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { Bindings } from "./bindings.ts";
import type { ValueNames } from "./question.types.ts";

/** Columns of visits, by dimension. */
export const VISIT_COLUMNS: Readonly<Record<string, string>> = {
  "visit:entry_page": "entry_page",
  "visit:exit_page": "exit_page",
  "visit:source": "source",
  "visit:channel": "channel",
  "visit:referrer": "referrer_host",
  "visit:utm_source": "utm_source",
  "visit:utm_medium": "utm_medium",
  "visit:utm_campaign": "utm_campaign",
  "visit:utm_content": "utm_content",
  "visit:utm_term": "utm_term",
  "visit:country": "country",
  "visit:language": "language",
  "visit:locale": "locale",
  "visit:device": "device",
  "visit:browser": "browser",
  "visit:browser_version": "browser_version",
  "visit:os": "os",
  "visit:os_version": "os_version",
  "visit:screen": "screen_class",
  "visit:audience": "audience",
};
/** A visit has any number of variations. */
export const VARIATION = "visit:variation";

/** Columns of page views, by dimension: names in lambdas over a visit's views, and columns of events. */
export const VIEW_COLUMNS: Readonly<Record<string, string>> = {
  "event:page": "page",
  "event:hostname": "host",
  "event:page_version": "version",
};

/** Columns of leads, by dimension. */
export const LEAD_COLUMNS: Readonly<Record<string, string>> = {
  "lead:form": "form",
  "lead:kind": "kind",
  "lead:page": "path",
  "lead:consent": "if(consented = 1, 'yes', 'no')",
  "lead:status": "status",
};

export const isTime = (dimension: Dimension): dimension is TimeDimension =>
  dimension === "time" || dimension.startsWith("time:");
export const isView = (dimension: string) => Object.hasOwn(VIEW_COLUMNS, dimension);
export const isLead = (dimension: string) => Object.hasOwn(LEAD_COLUMNS, dimension);
/** Whether only events have the dimension, not page views. */
export const isEvent = (dimension: string) =>
  dimension === "event:goal" || dimension === "event:name" || dimension.startsWith(PROPERTY_PREFIX);

/** A character that no property contains, to mark text that is not an email address. */
const MARK = "\\x01";
const AT = "(?:@|%(?:25)*40)";
const DOT = String.raw`(?:\.|%(?:25)*2e)`;
const LABEL = String.raw`(?:[\p{L}\p{M}\d_-]|%(?:25)*[89a-f][\da-f])+`;
/** An email address, plain or percent-encoded, for RE2. */
const EMAIL_ADDRESS = literal(
  String.raw`(?i)[^\s@<>"'()\[\]{}\\=/?#|&,;:]{1,64}${AT}(?:${LABEL}${DOT})+(?:xn--[a-z\d-]+|[\p{L}\p{M}]{2,})`,
);
/** Texts that look like one: the domain ends with a file name. */
const NO_EMAIL_ADDRESS = literal(
  String.raw`(?i)(${AT})(${NO_DOMAIN.source.slice(1, -1)})($|[^\p{L}\p{M}\d.%-]|\.(?:$|[^\p{L}\p{M}\d%-]))`,
);

/**
 * A property of an event as text, without email addresses and user IDs: figures and filters never identify anyone, whoever asks. Empty without the property, and
 * for objects and lists, which can contain anything. The column `properties` has an event's properties as JSON.
 */
export function propertyText(name: string, { bind }: Bindings): string {
  const key = bind(name);
  const text = `multiIf(toString(JSONType(properties, ${key})) = 'String', JSONExtractString(properties, ${key}),
    toString(JSONType(properties, ${key})) IN ('Int64', 'UInt64', 'Double', 'Bool'), JSONExtractRaw(properties, ${key}), '')`;
  if (namesPerson(name)) return `if(${text} = '', '', '${REDACTED}')`;
  const marked = `replaceRegexpAll(replaceAll(${text}, '${MARK}', ''), ${NO_EMAIL_ADDRESS}, '\\\\1${MARK}\\\\2\\\\3')`;
  const redacted = `replaceAll(replaceRegexpAll(${marked}, ${EMAIL_ADDRESS}, '${REDACTED}'), '${MARK}', '')`;
  return `if(position(${text}, '@') + position(${text}, '%') = 0, ${text}, ${redacted})`;
}

/** A text in SQL. */
function literal(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

/** A dimension's value by its name. @param text expression of the stored value. */
export function named(text: string, names: ValueNames | undefined): string {
  if (!names) return text;
  const list = (texts: readonly string[]) => `[${texts.map(literal).join(", ")}]`;
  return `transform(${text}, ${list(Object.keys(names))}, ${list(Object.values(names))}, ${text})`;
}

/** The bucket of a time, as text: the date that it starts on, or for hours its start in seconds since the epoch. */
export function bucketOf(dimension: TimeDimension, column: string, weekStart: Weekday): string {
  const local = `toTimeZone(${column}, {tz:String})`;
  const date = `toDate(${local})`;
  switch (dimension) {
    case "time:hour":
      return `toString(${startOfHour(column, "{tz:String}")})`;
    case "time:week":
      return `toString(${date} - (toDayOfWeek(${date}) + 7 - ${weekStart}) % 7)`;
    case "time:month":
      return `toString(toStartOfMonth(${date}))`;
    default:
      return `toString(${date})`;
  }
}

/** Condition on page views of a list by page: 404 pages have no path, and do not rank. */
export const rankedOnly = (dimensions: readonly string[]) =>
  dimensions.includes("event:page") ? " AND page != ''" : "";

export const orNotSet = (text: string) => `if(${text} = '', '${NOT_SET}', ${text})`;
