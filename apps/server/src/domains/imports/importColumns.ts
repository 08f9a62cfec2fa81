import {
  campaignValue,
  channelOf,
  cutText,
  type Dimension,
  type ImportSystem,
  readablePath,
  redactText,
  sourceOf,
} from "@marquee/contract";
import QuickLRU from "quick-lru";
import { withoutQuery } from "../../platform/storage/events/keptColumns.ts";
import { countryCode } from "./countryCode.ts";
import { type CellValue, readCount, readSeconds, readShare } from "./readValues.ts";

/** Numbers of a row as in files. Rates and averages become counts with the number of sessions. */
export type RawMetric =
  | "activeUsers"
  | "totalUsers"
  | "visits"
  | "pageviews"
  | "bounces"
  | "engagedVisits"
  | "bounceRate"
  | "engagementRate"
  | "meanDuration"
  | "duration"
  | "events"
  | "pageTime"
  | "pageVisits";

/** The meaning of a file's column. */
export type ImportColumn =
  | { kind: "day" }
  | { kind: "nth day" }
  | { kind: "dimension"; name: DimensionColumn }
  | { kind: "metric"; name: RawMetric; read: (text: string) => CellValue<number> }
  | { kind: "unused" }
  | { kind: "unknown" };

/** A dimension, or several in one column. */
export type DimensionColumn = Dimension | "source" | "medium" | "source / medium" | "channel" | "referrer";

const count = (name: RawMetric): ImportColumn => ({ kind: "metric", name, read: readCount });
const share = (name: RawMetric): ImportColumn => ({ kind: "metric", name, read: readShare });
const seconds = (name: RawMetric): ImportColumn => ({ kind: "metric", name, read: readSeconds });
const dimension = (name: DimensionColumn): ImportColumn => ({ kind: "dimension", name });

/** Columns of GA4's exports, by name in lower case (https://support.google.com/analytics/answer/9143382). */
const GA4_COLUMNS: Record<string, ImportColumn> = {
  date: { kind: "day" },
  "nth day": { kind: "nth day" },
  "session source / medium": dimension("source / medium"),
  "session source/medium": dimension("source / medium"),
  "session source": dimension("source"),
  "session medium": dimension("medium"),
  "session default channel group": dimension("channel"),
  "session primary channel group (default channel group)": dimension("channel"),
  "session campaign": dimension("visit:utm_campaign"),
  "session manual term": dimension("visit:utm_term"),
  "session manual ad content": dimension("visit:utm_content"),
  "page path": dimension("event:page"),
  "page path and screen class": dimension("event:page"),
  "page path + query string": dimension("event:page"),
  "page path + query string and screen class": dimension("event:page"),
  hostname: dimension("event:hostname"),
  "landing page": dimension("visit:entry_page"),
  "landing page + query string": dimension("visit:entry_page"),
  country: dimension("visit:country"),
  "country id": dimension("visit:country"),
  "device category": dimension("visit:device"),
  browser: dimension("visit:browser"),
  "operating system": dimension("visit:os"),
  "os version": dimension("visit:os_version"),
  "event name": dimension("event:name"),
  users: count("activeUsers"),
  "active users": count("activeUsers"),
  "total users": count("totalUsers"),
  sessions: count("visits"),
  views: count("pageviews"),
  "screen page views": count("pageviews"),
  "engaged sessions": count("engagedVisits"),
  "bounce rate": share("bounceRate"),
  "engagement rate": share("engagementRate"),
  "average session duration": seconds("meanDuration"),
  "event count": count("events"),
};

/** Metrics of GA4 that have no counterpart here. Other columns before the first metric are dimensions. */
const GA4_UNUSED =
  /^(?:new|returning|[17]-day|28-day) |users?$|events?(?: rate)?$|revenue|conversions|per |average |purchase|rate$/;

/** Columns of Plausible's export (https://plausible.io/docs/csv-import). */
const PLAUSIBLE_COLUMNS: Record<string, ImportColumn> = {
  date: { kind: "day" },
  source: dimension("source"),
  referrer: dimension("referrer"),
  utm_source: dimension("visit:utm_source"),
  utm_medium: dimension("visit:utm_medium"),
  utm_campaign: dimension("visit:utm_campaign"),
  utm_content: dimension("visit:utm_content"),
  utm_term: dimension("visit:utm_term"),
  hostname: dimension("event:hostname"),
  page: dimension("event:page"),
  entry_page: dimension("visit:entry_page"),
  exit_page: dimension("visit:exit_page"),
  country: dimension("visit:country"),
  device: dimension("visit:device"),
  browser: dimension("visit:browser"),
  browser_version: dimension("visit:browser_version"),
  operating_system: dimension("visit:os"),
  operating_system_version: dimension("visit:os_version"),
  name: dimension("event:name"),
  visitors: count("activeUsers"),
  visits: count("visits"),
  entrances: count("visits"),
  pageviews: count("pageviews"),
  bounces: count("bounces"),
  visit_duration: seconds("duration"),
  events: count("events"),
  total_time_on_page: seconds("pageTime"),
  total_time_on_page_visits: count("pageVisits"),
};

/** The system whose export has a table with this header; null for none. */
export function systemOf(header: readonly string[]): ImportSystem | null {
  const [first = ""] = header;
  if (first === "date" && header.every((name) => /^[a-z_]{1,40}$/.test(name))) return "plausible";
  return header.some((name) => GA4_COLUMNS[name.toLowerCase()]?.kind === "metric") ? "ga4" : null;
}

/** The meanings of a table's columns. */
export function columnsOf(header: readonly string[], system: ImportSystem): ImportColumn[] {
  if (system === "plausible") {
    // A visit has one exit page. In the table of pages, exits have another meaning.
    const exits = header.includes("exit_page") ? { exits: count("visits") } : {};
    const columns = new Map(Object.entries({ ...PLAUSIBLE_COLUMNS, ...exits }));
    return header.map((name) => columns.get(name) ?? { kind: "unused" });
  }
  const names = header.map((name) => name.trim().toLowerCase());
  const columns = new Map(Object.entries(GA4_COLUMNS));
  const matchedColumns = names.map((name) => columns.get(name));
  const firstMetric = matchedColumns.findIndex((column) => column?.kind === "metric");
  return matchedColumns.map((column, index) => {
    if (column) return column;
    return index > firstMetric || GA4_UNUSED.test(names[index] ?? "")
      ? { kind: "unused" }
      : { kind: "unknown" };
  });
}

/** GA4's values for parameters that no campaign set. */
const NOT_SET = new Set([
  "(not set)",
  "(none)",
  "(organic)",
  "(referral)",
  "(direct)",
  "(not provided)",
  "none",
]);
/** Whether a value means "unknown" in a system. */
export const isUnset = (text: string) => text === "" || NOT_SET.has(text.toLowerCase()) || text === "ZZ";

const AUTOMATIC_MEDIUMS = new Set(["organic", "referral"]);

/** Values repeat from day to day, and cleaning takes most of a row's time. */
const cleanedValues = new QuickLRU<string, string>({ maxSize: 20_000 });
const MAX_KNOWN_LENGTH = 200;

/** The value of a dimension; null for columns with several of them. */
function namedValue(name: DimensionColumn, text: string): string | null {
  const read = VALUES[name as Dimension];
  if (!read) return null;
  if (text.length > MAX_KNOWN_LENGTH) return cleanValue(read(text.trim()));
  const key = `${name}\n${text}`;
  const value = cleanedValues.get(key) ?? cleanValue(read(text.trim()));
  cleanedValues.set(key, value);
  return value;
}

/** The dimensions of a row, named like those of measured visits. Missing values are empty. */
export function dimensionsOf(cells: ReadonlyMap<DimensionColumn, string>): Map<Dimension, string> {
  const dimensions = new Map<Dimension, string>();
  for (const [name, text] of cells) {
    const value = namedValue(name, text);
    if (value !== null) dimensions.set(name as Dimension, value);
  }
  addSource(dimensions, cells);
  const channel = cells.get("channel");
  if (channel !== undefined) dimensions.set("visit:channel", channelNamed(channel));
  const referrer = cells.get("referrer");
  if (referrer !== undefined)
    dimensions.set("visit:referrer", cleanValue(referrer.trim().split("/")[0] ?? ""));
  return dimensions;
}

function addSource(dimensions: Map<Dimension, string>, cells: ReadonlyMap<DimensionColumn, string>): void {
  const both = cells.get("source / medium");
  const [left = "", right = ""] = both === undefined ? [] : splitOnce(both, "/");
  const medium = both === undefined ? cells.get("medium") : right.trim();
  const source = both === undefined ? cells.get("source") : left.trim();
  const isOfCampaign = medium !== undefined && !NOT_SET.has(medium) && !AUTOMATIC_MEDIUMS.has(medium);
  if (medium !== undefined)
    dimensions.set("visit:utm_medium", isOfCampaign ? cleanValue(campaignValue(medium)) : "");
  if (source === undefined) return;
  const name = ["", "Direct / None", "(none)", "(direct)"].includes(source) ? "" : cleanValue(source);
  const campaign = dimensions.get("visit:utm_campaign") ?? "";
  const utm = { source: name, medium: "", campaign };
  const sourceName = sourceOf({ utm, referrerHost: "", siteHosts: [] });
  dimensions.set("visit:source", sourceName);
  if (medium !== undefined) dimensions.set("visit:utm_source", isOfCampaign ? campaignValue(name) : "");
  const usedMedium = medium ?? dimensions.get("visit:utm_medium");
  if (usedMedium !== undefined)
    dimensions.set("visit:channel", channelOf({ source: sourceName, medium: usedMedium, campaign }));
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

const CHANNELS = new Map([
  ["mobile-push-notifications", "mobile-push"],
  ["ai-assistant", "assistant"],
  ["(other)", "unassigned"],
]);

/** GA4's "Organic Search" is `organic-search` here. */
function channelNamed(text: string): string {
  const key = text.trim().toLowerCase().replaceAll(" ", "-");
  if (NOT_SET.has(text.trim().toLowerCase())) return "unassigned";
  return cleanValue(CHANNELS.get(key) ?? key);
}

const named = (names: Record<string, string>) => {
  const byName = new Map(Object.entries(names));
  return (text: string) => (NOT_SET.has(text) ? "" : (byName.get(text.toLowerCase()) ?? text));
};
const plain = named({});
const campaign = (text: string) => campaignValue(plain(text));
const page = (text: string) => {
  const path = readablePath(withoutQuery(plain(text)));
  return path === "" || path.startsWith("/") ? path : `/${path}`;
};

/** Converters to this product's values, by dimension. */
const VALUES: Partial<Record<Dimension, (text: string) => string>> = {
  "event:page": page,
  "visit:entry_page": page,
  "visit:exit_page": page,
  "event:hostname": (text) => plain(text).toLowerCase(),
  "event:name": plain,
  "visit:utm_source": campaign,
  "visit:utm_medium": campaign,
  "visit:utm_campaign": campaign,
  "visit:utm_content": campaign,
  "visit:utm_term": campaign,
  "visit:country": countryCode,
  "visit:device": named({
    laptop: "desktop",
    "ultra-wide": "desktop",
    "smart tv": "tv",
    desktop: "desktop",
    mobile: "mobile",
    tablet: "tablet",
  }),
  "visit:browser": named({
    edge: "Microsoft Edge",
    "safari (in-app)": "Safari",
    "samsung internet": "Samsung Internet for Android",
    "samsung browser": "Samsung Internet for Android",
  }),
  "visit:browser_version": (text) => plain(text).split(".")[0] ?? "",
  "visit:os": named({ macintosh: "macOS", mac: "macOS", "gnu/linux": "Linux" }),
  "visit:os_version": plain,
};

/** Maximum length of a value, as in the columns of visits. */
const MAX_VALUE_LENGTH = 2000;

/**
 * A value without control characters, email addresses and secrets, which the event store never contains. Everything else is kept as text, even if it
 * looks like a formula or HTML.
 */
function cleanValue(text: string): string {
  return redactText(cutText(text, MAX_VALUE_LENGTH).replace(/[\p{Cc}\uFFFD]/gu, "")).trim();
}
