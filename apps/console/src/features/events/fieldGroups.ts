import { CHANNEL_TITLES, type Channel } from "@marquee/contract";
import type { EventResponse } from "@marquee/contract/schema";
import { formatPrecise } from "../../shared/format/format.ts";

type StoredFields = EventResponse["fields"];

/** Labels of the event store's columns, by group. */
const GROUPS: Record<string, Record<string, string>> = {
  Event: {
    type: "Type",
    event: "Event",
    name: "Name",
    message_id: "Message ID",
    received_at: "Received",
    timestamp: "Occurred",
    original_timestamp: "Sender's clock",
    demo: "Demo data",
  },
  Who: {
    visitor_id: "Visitor",
    anonymous_id: "Anonymous ID",
    user_id: "User ID",
    group_id: "Group ID",
    audience: "Audience",
    session_id: "Session start",
    bot: "Bot reason",
  },
  Page: {
    url: "URL",
    path: "Path",
    host: "Host",
    site: "Site",
    page_version: "Page version",
    title: "Title",
    referrer: "Referrer",
    referrer_host: "Referrer host",
  },
  Attribution: {
    source: "Source",
    visit_source: "Source of the visit",
    channel: "Channel",
    utm_source: "utm_source",
    utm_medium: "utm_medium",
    utm_campaign: "utm_campaign",
    utm_content: "utm_content",
    utm_term: "utm_term",
    first_source: "First source",
    first_medium: "First medium",
    first_campaign: "First campaign",
    last_source: "Last source",
    last_medium: "Last medium",
    last_campaign: "Last campaign",
    last_content: "Last content",
    last_term: "Last term",
    variations: "Variations",
  },
  "Location and device": {
    country: "Country",
    language: "Language",
    locale: "Locale",
    timezone: "Time zone",
    browser: "Browser",
    browser_version: "Browser version",
    os: "Operating system",
    os_version: "OS version",
    device: "Device",
    screen_class: "Screen width",
    library: "Library",
    library_version: "Library version",
    write_key: "Write key",
  },
};
const INSTANTS = new Set(["received_at", "timestamp", "original_timestamp", "session_id"]);
const MORE = "More";

export interface FieldGroup {
  title: string;
  fields: [name: string, value: string][];
}

/**
 * Every field of an event, in groups; groups without fields are left out. Columns without a group come last, under their own names, if
 * they have a value. Demo data is mentioned only if the event is demo data.
 */
export function groupFields(stored: StoredFields): FieldGroup[] {
  const { demo = 0, ...fields } = stored;
  const visibleFields: StoredFields = Number(demo) === 1 ? { ...fields, demo } : fields;
  const groupedNames = new Set(Object.values(GROUPS).flatMap(Object.keys));
  const rest = Object.keys(visibleFields).filter(
    (name) => !groupedNames.has(name) && !isEmpty(visibleFields[name]),
  );
  const groups = { ...GROUPS, [MORE]: Object.fromEntries(rest.map((name) => [name, name])) };
  return Object.entries(groups)
    .map(([title, names]) => ({
      title,
      fields: Object.entries(names)
        .filter(([name]) => name in visibleFields)
        .map(([name, label]): [string, string] => [label, toText(name, visibleFields[name] ?? "")]),
    }))
    .filter(({ fields }) => fields.length > 0);
}

/** Whether a column has its default value. The store returns 64-bit integers as strings. */
function isEmpty(value: string | number | undefined): boolean {
  return value === undefined || value === "" || Number(value) === 0;
}

/** The store returns 64-bit integers as strings. A timestamp of 0 means none. */
function toText(name: string, value: string | number): string {
  if (name === "demo") return "Yes";
  if (name === "channel") return CHANNEL_TITLES[value as Channel] ?? "";
  if (!INSTANTS.has(name)) return String(value);
  return Number(value) > 0 ? formatPrecise(Number(value)) : "";
}
