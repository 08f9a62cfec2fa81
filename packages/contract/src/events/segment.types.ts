/** The calls of Segment's HTTP API and the short path each has under `/v1/`. */
export const SEGMENT_CALLS = {
  page: "p",
  track: "t",
  identify: "i",
  group: "g",
  alias: "a",
  screen: "s",
} as const;

export type SegmentCall = keyof typeof SEGMENT_CALLS;

/** What describes the circumstances of a call. Further members are kept as they come. */
export interface SegmentContext {
  library?: { name: string; version: string };
  page?: { path?: string; referrer?: string; search?: string; title?: string; url?: string };
  campaign?: Record<string, string>;
  locale?: string;
  timezone?: string;
  userAgent?: string;
  screen?: { width: number; height: number; density?: number };
  /** What the visitor agreed to, by which receipt; or `region` where the site measures there without a decision. */
  consent?: { receiptId?: string; basis?: "region"; categoryPreferences: Record<string, boolean> };
  /** Only on events of recognised customers. */
  audience?: "customer";
  [key: string]: unknown;
}

/**
 * One event on the wire, as Segment's clients send it. Instants are ISO 8601 strings in UTC.
 * `messageId` is the key by which an event is counted once, however often it arrives.
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
  /** Name of a `track` call. */
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

/** Why an event or a whole request was not taken. The codes are stored and counted by: add to them, do not rename. */
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
  /** Of a report of metrics: more names than a client has. */
  "too_many_metrics",
] as const;

export type RejectionReason = (typeof REJECTION_REASONS)[number];

/** Counters per minute of the ingest pipeline, and the meaning of their labels. */
export const TALLIES = {
  /** Events taken; no label. */
  accepted: "accepted",
  /** Events known already; no label. */
  duplicate: "duplicate",
  /** Events, or requests that could not be read, by {@link RejectionReason}. */
  rejected: "rejected",
  /** Requests asked to come again, by status. */
  busy: "busy",
  /** Pages served, by what the visitor has decided: granted, denied, undecided. */
  page: "page",
} as const;

/** Metrics that clients report about themselves are counted under this prefix and their own name. */
export const CLIENT_COUNTER_PREFIX = "client:";
