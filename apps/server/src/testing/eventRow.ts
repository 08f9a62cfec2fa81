import type { EventRow } from "../storage/events/eventRow.types.ts";

/** A human visitor's page view, with overrides for a test. */
export function eventRow(given: Partial<EventRow> & { message_id: string }): EventRow {
  const at = given.timestamp ?? Date.UTC(2026, 5, 1, 12);
  return {
    type: "page",
    event: "",
    name: "",
    received_at: at,
    timestamp: at,
    original_timestamp: at,
    anonymous_id: "visitor",
    user_id: "",
    visitor_id: given.anonymous_id ?? "visitor",
    session_id: 0,
    group_id: "",
    audience: "visitor",
    site: "trellis.example",
    url: "https://trellis.example/pricing",
    host: "trellis.example",
    path: "/pricing",
    page_version: "",
    title: "",
    referrer: "",
    referrer_host: "",
    utm_source: "",
    utm_medium: "",
    utm_campaign: "",
    utm_content: "",
    utm_term: "",
    source: "(direct)",
    visit_source: given.source ?? "(direct)",
    channel: "direct",
    first_source: "",
    first_medium: "",
    first_campaign: "",
    last_source: "",
    last_medium: "",
    last_campaign: "",
    last_content: "",
    last_term: "",
    variations: [],
    locale: "en",
    language: "en",
    timezone: "UTC",
    country: "",
    browser: "Chrome",
    browser_version: "140",
    os: "macOS",
    os_version: "",
    device: "desktop",
    screen_class: "",
    bot: "",
    library: "test",
    library_version: "1",
    properties: "{}",
    traits: "{}",
    context: "{}",
    write_key: "local",
    demo: 0,
    ...given,
  };
}

/** `count` rows with message IDs `<prefix>0`, `<prefix>1`, … */
export function eventRows(count: number, prefix = "m"): EventRow[] {
  return Array.from({ length: count }, (_, index) => eventRow({ message_id: `${prefix}${index}` }));
}
