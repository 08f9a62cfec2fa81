/** Subject of a dimension. Its values are those of a page view or event, of the visit's first page view, or of a lead. */
export type DimensionGroup =
  | "Page"
  | "Goal"
  | "Source"
  | "Campaign"
  | "Location"
  | "Technology"
  | "Visitor"
  | "Lead";

interface DimensionDefinition {
  title: string;
  group: DimensionGroup;
}

/**
 * Every dimension of a query besides time and `event:props:<name>`. Names are those of Plausible's Stats API v2 where it has them; the others are ours.
 */
export const DIMENSIONS = {
  "event:page": { title: "Page", group: "Page" },
  "event:hostname": { title: "Host", group: "Page" },
  "event:page_version": { title: "Page version", group: "Page" },
  "event:goal": { title: "Goal", group: "Goal" },
  "event:name": { title: "Event", group: "Goal" },
  "visit:entry_page": { title: "Entry page", group: "Page" },
  "visit:exit_page": { title: "Exit page", group: "Page" },
  "visit:source": { title: "Source", group: "Source" },
  "visit:channel": { title: "Channel", group: "Source" },
  "visit:referrer": { title: "Referrer", group: "Source" },
  "visit:utm_source": { title: "UTM source", group: "Campaign" },
  "visit:utm_medium": { title: "UTM medium", group: "Campaign" },
  "visit:utm_campaign": { title: "UTM campaign", group: "Campaign" },
  "visit:utm_content": { title: "UTM content", group: "Campaign" },
  "visit:utm_term": { title: "UTM term", group: "Campaign" },
  "visit:country": { title: "Country", group: "Location" },
  "visit:language": { title: "Language", group: "Location" },
  "visit:locale": { title: "Locale", group: "Location" },
  "visit:device": { title: "Device", group: "Technology" },
  "visit:browser": { title: "Browser", group: "Technology" },
  "visit:browser_version": { title: "Browser version", group: "Technology" },
  "visit:os": { title: "Operating system", group: "Technology" },
  "visit:os_version": { title: "Operating system version", group: "Technology" },
  "visit:screen": { title: "Screen width", group: "Technology" },
  "visit:audience": { title: "Audience", group: "Visitor" },
  "visit:variation": { title: "Variation", group: "Visitor" },
  "lead:form": { title: "Form", group: "Lead" },
  "lead:kind": { title: "Kind of lead", group: "Lead" },
  "lead:page": { title: "Page of the form", group: "Lead" },
  "lead:consent": { title: "Consent", group: "Lead" },
  "lead:status": { title: "Status of the lead", group: "Lead" },
} as const satisfies Record<string, DimensionDefinition>;

export type NamedDimension = keyof typeof DIMENSIONS;
/** A property of events, by its name. */
export type PropertyDimension = `event:props:${string}`;
/** A dimension that filters accept. */
export type FilterDimension = NamedDimension | PropertyDimension;

/** `time` is hours for a range of at most two days, days up to three months, otherwise months. Weeks start on the site's first day of the week. */
export const TIME_DIMENSIONS = ["time", "time:hour", "time:day", "time:week", "time:month"] as const;
export type TimeDimension = (typeof TIME_DIMENSIONS)[number];
export type Dimension = FilterDimension | TimeDimension;

export const PROPERTY_PREFIX = "event:props:";

/** Dimensions of the Stats API that this server rejects with 400, with the reason. */
export const UNSUPPORTED_DIMENSIONS = {
  "visit:region": "The location data has countries only.",
  "visit:city": "The location data has countries only.",
  "visit:region_name": "The location data has countries only.",
  "visit:city_name": "The location data has countries only.",
  "visit:country_name": "Countries are ISO 3166-1 codes. Use visit:country.",
  "visit:entry_page_hostname": "Use event:hostname.",
  "visit:exit_page_hostname": "Use event:hostname.",
} as const;

/** Value for a missing value of the visit, event or lead. */
export const NOT_SET = "(not set)";
/** Value of every visit dimension of a lead whose sender did not consent to analytics. */
export const NO_CONSENT = "(no consent)";
