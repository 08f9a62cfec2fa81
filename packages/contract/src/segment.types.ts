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
