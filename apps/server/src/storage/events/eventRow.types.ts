import type { Audience } from "@marquee/contract";

/** An event as the event store keeps it. Instants are milliseconds since the epoch; absent texts are empty. */
export interface EventRow {
  message_id: string;
  type: string;
  event: string;
  name: string;
  received_at: number;
  /** When it happened by the server's clock: corrected by the difference that `sentAt` shows. */
  timestamp: number;
  /** When it happened by the sender's clock; a resend repeats it. */
  original_timestamp: number;
  anonymous_id: string;
  user_id: string;
  /** Who is counted as one visitor: the anonymous id, or the user id where there is none. */
  visitor_id: string;
  /** When the session began, in milliseconds, which names it for this visitor: by the sender, or by us where it knows no sessions. */
  session_id: number;
  group_id: string;
  /** Recognised customers are left out of what counts acquisition. */
  audience: Audience;
  url: string;
  host: string;
  path: string;
  title: string;
  referrer: string;
  referrer_host: string;
  utm_source: string;
  utm_medium: string;
  utm_campaign: string;
  utm_content: string;
  utm_term: string;
  /** What brought the visitor: a campaign's source, a referring host, `(direct)`, or `(internal)` within the site. */
  source: string;
  /** First and last touch of the visitor, frozen when it happened; empty where the sender kept none. */
  first_source: string;
  first_medium: string;
  first_campaign: string;
  last_source: string;
  last_medium: string;
  last_campaign: string;
  locale: string;
  timezone: string;
  /** ISO 3166-1 code of where the request came from, or empty. */
  country: string;
  browser: string;
  browser_version: string;
  os: string;
  os_version: string;
  device: string;
  /** Bot reason, or empty. */
  bot: string;
  library: string;
  library_version: string;
  /** JSON. */
  properties: string;
  /** JSON. */
  traits: string;
  /** JSON; never holds the sender's address. */
  context: string;
  write_key: string;
  /** 1 for rows that `npm run seed-demo` made. */
  demo: 0 | 1;
}
