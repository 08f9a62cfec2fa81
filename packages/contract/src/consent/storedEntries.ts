import { CONSENT_GROUPS, type ConsentGroup } from "./consent.ts";

/** Where a browser keeps an entry. */
export type StoragePlace = "cookie" | "localStorage" | "sessionStorage" | "database";

/** A duration, after the last page view if `sinceLastPage`; otherwise the event that ends the entry. */
export type EntryLifetime =
  | { value: number; unit: "second" | "minute" | "hour" | "day" | "year"; sinceLastPage?: true }
  | "sent"
  | "withdrawal"
  | "tab";

/** Entries that the site stores in a visitor's browser. Entries with one purpose are listed together. */
export interface StoredEntry {
  /** A name ending in `…` is a prefix of several names. */
  names: readonly string[];
  places: readonly StoragePlace[];
  group: ConsentGroup;
  /** Key of the purpose in the copy of the privacy page. */
  purpose: string;
  lifetime: EntryLifetime;
}

const { necessary, analytics } = CONSENT_GROUPS;
const YEAR = { value: 1, unit: "year" } as const;

/** Placeholder for the name of the banner's cookie, which an installation can choose. */
export const BANNER_ENTRY = "cuPageBanner";

const ENTRIES = [
  {
    names: ["marquee_consent"],
    places: ["cookie"],
    group: necessary,
    purpose: "decision",
    lifetime: { value: 180, unit: "day" },
  },
  { names: [BANNER_ENTRY], places: ["cookie"], group: necessary, purpose: "banner", lifetime: YEAR },
  {
    names: ["marquee_receipts"],
    places: ["localStorage"],
    group: necessary,
    purpose: "receipts",
    lifetime: "sent",
  },
  {
    names: ["ajs_anonymous_id"],
    places: ["cookie", "localStorage"],
    group: analytics,
    purpose: "anonymousId",
    lifetime: YEAR,
  },
  {
    names: ["marquee_visitor"],
    places: ["cookie", "localStorage"],
    group: analytics,
    purpose: "secret",
    lifetime: YEAR,
  },
  {
    names: ["ajs_user_id", "ajs_group_id", "user_id"],
    places: ["cookie", "localStorage"],
    group: analytics,
    purpose: "user",
    lifetime: YEAR,
  },
  {
    names: ["marquee_session"],
    places: ["cookie"],
    group: analytics,
    purpose: "session",
    lifetime: { value: 30, unit: "minute", sinceLastPage: true },
  },
  {
    names: ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"],
    places: ["cookie"],
    group: analytics,
    purpose: "lastTouch",
    lifetime: YEAR,
  },
  {
    names: ["utm_stamp"],
    places: ["cookie"],
    group: analytics,
    purpose: "stamp",
    lifetime: { value: 30, unit: "minute", sinceLastPage: true },
  },
  {
    names: ["marquee_first_touch"],
    places: ["localStorage"],
    group: analytics,
    purpose: "firstTouch",
    lifetime: "withdrawal",
  },
  {
    names: ["department"],
    places: ["localStorage"],
    group: analytics,
    purpose: "department",
    lifetime: "withdrawal",
  },
  {
    names: ["marquee_queue:…", "marquee_flight:…", "marquee_queue_silences"],
    places: ["localStorage"],
    group: analytics,
    purpose: "queue",
    lifetime: "sent",
  },
  {
    names: ["marquee_queue_lock"],
    places: ["localStorage"],
    group: analytics,
    purpose: "lock",
    lifetime: { value: 30, unit: "second" },
  },
  { names: ["marquee_window"], places: ["cookie"], group: analytics, purpose: "window", lifetime: YEAR },
  {
    names: ["marquee_variations"],
    places: ["cookie"],
    group: analytics,
    purpose: "variations",
    lifetime: YEAR,
  },
  {
    names: ["marquee_answers"],
    places: ["localStorage"],
    group: analytics,
    purpose: "variations",
    lifetime: { value: 1, unit: "day" },
  },
  {
    names: ["marquee_location"],
    places: ["localStorage"],
    group: analytics,
    purpose: "location",
    lifetime: { value: 24, unit: "hour" },
  },
  {
    names: ["marquee_gtag"],
    places: ["localStorage"],
    group: analytics,
    purpose: "googleTag",
    lifetime: { value: 30, unit: "minute" },
  },
  {
    names: ["marquee_replay_…"],
    places: ["database"],
    group: analytics,
    purpose: "recording",
    lifetime: "sent",
  },
  {
    names: ["marquee_matches"],
    places: ["localStorage"],
    group: analytics,
    purpose: "matches",
    lifetime: { value: 2, unit: "day" },
  },
  { names: ["_dd_tab_id"], places: ["sessionStorage"], group: analytics, purpose: "tab", lifetime: "tab" },
] as const satisfies readonly StoredEntry[];

export type StoredPurpose = (typeof ENTRIES)[number]["purpose"];

/**
 * Everything that the site stores in a visitor's browser. The privacy page is generated from it, and a test compares it with
 * docs/measurement.md. The console's own cookies are not in it.
 */
export const STORED_ENTRIES: readonly (StoredEntry & { purpose: StoredPurpose })[] = ENTRIES;
