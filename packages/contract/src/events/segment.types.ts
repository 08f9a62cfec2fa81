/** The calls of Segment's HTTP API with the short path of each under `/v1/`. */
export const SEGMENT_CALLS = {
  page: "p",
  track: "t",
  identify: "i",
  group: "g",
  alias: "a",
  screen: "s",
} as const;

export type SegmentCall = keyof typeof SEGMENT_CALLS;

/**
 * Name in the page calls of the site's 404 page. Its path does not exist, so it is not listed among the pages.
 */
export const NOT_FOUND_PAGE = "Not found";

/** Context of a call. Unknown properties are kept unchanged. */
export interface SegmentContext {
  library?: { name: string; version: string };
  page?: { path?: string; referrer?: string; search?: string; title?: string; url?: string };
  campaign?: Record<string, string>;
  locale?: string;
  timezone?: string;
  userAgent?: string;
  screen?: { width: number; height: number; density?: number };
  /** The archived version of the page (`page-version` of its document). */
  pageVersion?: string | undefined;
  /** The visitor's variations at the time of the event, as their cookie has them. */
  variations?: string | undefined;
  /** Consent per group and the ID of its receipt. `basis: "region"` if the site measures there without a decision. */
  consent?: { receiptId?: string; basis?: "region"; categoryPreferences: Record<string, boolean> };
  /** Set only on events of known customers. */
  audience?: "customer";
  [key: string]: unknown;
}

/**
 * One event on the wire, as Segment's clients send it. Times are ISO 8601 strings in UTC. An event counts once per
 * `messageId`, however often it arrives.
 */
export interface SegmentEvent {
  type: SegmentCall;
  messageId: string;
  timestamp: string;
  sentAt?: string;
  anonymousId?: string;
  userId?: string;
  groupId?: string;
  previousId?: string;
  /** Name of a `track` event. */
  event?: string;
  /** Name of a `page` or `screen` call. */
  name?: string;
  category?: string;
  properties?: Record<string, unknown>;
  traits?: Record<string, unknown>;
  context?: SegmentContext;
  integrations?: Record<string, unknown>;
}

export interface SegmentBatch {
  batch: SegmentEvent[];
  sentAt: string;
  writeKey?: string;
}

/** Why an event or a whole request was rejected. The codes are stored and counted: add new ones, never rename. */
export const REJECTION_REASONS = [
  "too_large",
  "too_deep",
  "invalid_member",
  "no_identity",
  "no_event_name",
  "bad_json",
  "bad_encoding",
  "unknown_key",
  "batch_too_long",
  "body_too_large",
  /** A report of metrics contains more names than allowed. */
  "too_many_metrics",
  /** Sent by a page whose host does not belong to the site. */
  "host_not_allowed",
  /** Older than the retention. */
  "too_old",
  /** Accepted, but rejected by the event store. */
  "not_storable",
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Names of the ingest pipeline's counters, kept per minute, and the meaning of their labels. */
export const COUNTERS = {
  /** Accepted events; no label. */
  accepted: "accepted",
  /** Duplicate events; no label. */
  duplicate: "duplicate",
  /** Rejected events, or requests that could not be parsed, by {@link RejectionReason}. */
  rejected: "rejected",
  /** Requests to retry later, by status: 408, 429 or 503. */
  busy: "busy",
  /** The part of them that exceeded a budget or the disk space, by {@link LimitReason} and {@link IngestKind}: `day events`. */
  limited: "limited",
  /** Their announced bytes on the wire; the same labels. */
  limitedBytes: "limited_bytes",
  /** Networks that exceeded a budget, each once a day, by {@link LimitReason}. */
  cutNetworks: "cut_networks",
  /** Served pages, by the visitor's consent decision: granted, denied, undecided. */
  page: "page",
  /** Events that were not stored because of their sender, by {@link ExclusionReason}. A resent one counts again. */
  excluded: "excluded",
  /** Parts of recordings, click and scroll records, and RUM lines that were not stored because of their sender, by {@link ExclusionReason}. */
  excludedRecords: "excluded_records",
} as const;

/** Kinds by priority: recordings, with clicks, scrolling and RUM data, are dropped before events. */
export const INGEST_KINDS = ["events", "recordings"] as const;
export type IngestKind = (typeof INGEST_KINDS)[number];

/**
 * Why a request was rejected: too much from its network within an hour, too much from all within a day, or a full
 * disk.
 */
export const LIMIT_REASONS = ["network_bytes", "network_events", "day", "disk"] as const;
export type LimitReason = (typeof LIMIT_REASONS)[number];

/**
 * Why a sender's events are not stored: a browser signed in to the console, a browser that opted out with the "don't count me" link, or a listed
 * IP address. The first that applies counts.
 */
export const EXCLUSION_REASONS = ["signed_in", "opted_out", "address"] as const;
export type ExclusionReason = (typeof EXCLUSION_REASONS)[number];

/** Prefix for counters of metrics that clients report about themselves, followed by the metric's name. */
export const CLIENT_COUNTER_PREFIX = "client:";
