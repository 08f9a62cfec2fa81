import type { Audience, Channel, ScreenClass } from "@marquee/contract";

/** A row of the `events` table, without `inserted_at`, which the store sets. Times are milliseconds since the epoch; missing strings are empty. */
export interface EventRow {
  message_id: string;
  type: string;
  event: string;
  name: string;
  received_at: number;
  /** Time of the event by the server's clock, corrected with the clock difference derived from `sentAt`. */
  timestamp: number;
  /** Time of the event by the sender's clock; a resend has the same value. */
  original_timestamp: number;
  anonymous_id: string;
  user_id: string;
  /** The ID that visitors are counted by: the anonymous ID, or the user ID if there is none. */
  visitor_id: string;
  /** Start of the session, which identifies it for this visitor. Set by the sender, or by the server if the sender has no sessions. */
  session_id: number;
  /** 1 if the server assigned the session. Sessions without a long gap in between are joined. */
  session_assigned: 0 | 1;
  group_id: string;
  /** Known customers are left out of traffic reports. */
  audience: Audience;
  /** ID of the site. */
  site: string;
  url: string;
  /** Host of the URL; the site's own host for an event without one. */
  host: string;
  path: string;
  /** The archived version of the page, if the sender knows it (`archive` room). */
  page_version: string;
  title: string;
  referrer: string;
  referrer_host: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  utm_term: string;
  /** Traffic source: a campaign's source, a referring host, `(direct)`, or `(internal)` within the site. */
  source: string;
  /** Source and channel of the visit: the event's own, or those of the last touch if its source is internal. */
  visit_source: string;
  channel: Channel;
  /** First and last touch of the visitor at the time of the event; empty if the sender does not track them. */
  first_source: string;
  first_medium: string;
  first_campaign: string;
  last_source: string;
  last_medium: string;
  last_campaign: string;
  last_content: string;
  last_term: string;
  /** Variations assigned to the visitor, each as `experiment:phase:variation`. */
  variations: string[];
  locale: string;
  /** Language of the locale, in lower case. */
  language: string;
  timezone: string;
  /** ISO 3166-1 code of the request's country, or empty. */
  country: string;
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  device: string;
  screen_class: ScreenClass | "";
  /** Bot reason, or empty. */
  bot: string;
  library: string;
  library_version: string;
  /** JSON. */
  properties: string;
  /** JSON. */
  traits: string;
  /** JSON; never contains the sender's IP address. */
  context: string;
  write_key: string;
  /** 1 for rows that `npm run seed-demo` made. */
  demo: 0 | 1;
}
