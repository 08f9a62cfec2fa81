import {
  type ExclusionReason,
  type IngestKind,
  MAX_BATCH_BYTES,
  MAX_METRICS_BYTES,
  MAX_SEGMENT_BYTES,
  REPLAY_PATH,
  RUM_PATH,
  SEGMENT_CALLS,
  type SegmentCall,
} from "@marquee/contract";
import type { SiteIdentity } from "../platform/config/siteOf.ts";

/** A request that sends events, without its body and without the sender's IP address. */
export interface CollectedRequest {
  /** One of {@link COLLECT_ROUTES}. */
  path: string;
  query: Record<string, string | string[] | undefined>;
  userAgent: string;
  authorization: string;
  contentType: string | undefined;
  contentEncoding: string | undefined;
  /** ISO 3166-1 alpha-2 code of the sender's country, or empty. */
  country: string;
  /** Why the sender's events are only counted; null if they are stored. */
  exclusion: ExclusionReason | null;
  /** Whether the response should contain the accepted RUM events. */
  wantsCopy: boolean;
  /** The Site whose events these are. Its hosts can change at any time. */
  site: SiteIdentity;
}

/** A response with a JSON body. */
export interface CollectResponse {
  status: number;
  json: string;
  /** In seconds. */
  retryAfter?: number;
  /** The accepted RUM events as they were stored, one per line. Not sent to the client. */
  copy?: string;
  /** The size of the request, if it was read and is not to be retried. Not sent to the client. */
  sent?: Sent;
}

/** The size of a request, as counted by its budget. */
export interface Sent {
  /** After decompression. */
  bytes: number;
  /** Events, records or lines, accepted or not; 1 for a request that is rejected as a whole. */
  events: number;
}

/** The counted size of a request that is rejected before it is read. */
export const A_REJECTION: Sent = { bytes: 0, events: 1 };

/** The outcome of a request that was read. */
export interface Received {
  /** The events, records or lines that were not accepted, with their reasons. */
  rejected: object[];
  /** Why nothing was accepted; absent if something was. */
  refusal?: string;
  /** See {@link CollectResponse.copy}. */
  copy?: string;
}

type Collector = "events" | "replay" | "rum" | "metrics";

interface CollectRoute {
  collector: Collector;
  /** The Segment call of the path; null for a batch of calls. */
  call: SegmentCall | null;
  /** Maximum bytes on the wire. */
  maxBytes: number;
}

const route = (collector: Collector, maxBytes: number, call: SegmentCall | null = null): CollectRoute => ({
  collector,
  call,
  maxBytes,
});

/** A segment's metadata and the multipart boundaries. */
const MULTIPART_BYTES = 128 * 1024;

/** The kind of data that a path receives. Recordings are everything that goes into the spool of that name. */
export function kindOf(path: string): IngestKind {
  const { collector } = COLLECT_ROUTES.get(path) ?? {};
  return collector === "replay" || collector === "rum" ? "recordings" : "events";
}

/** Every path that receives events with `POST`. */
export const COLLECT_ROUTES: ReadonlyMap<string, CollectRoute> = new Map([
  ...(Object.entries(SEGMENT_CALLS) as [SegmentCall, string][]).flatMap(([call, short]) =>
    [call, short].map((name) => [`/v1/${name}`, route("events", MAX_BATCH_BYTES, call)] as const),
  ),
  ...["b", "batch", "import"].map((name) => [`/v1/${name}`, route("events", MAX_BATCH_BYTES)] as const),
  [REPLAY_PATH, route("replay", MAX_SEGMENT_BYTES)],
  [RUM_PATH, route("rum", MAX_SEGMENT_BYTES + MULTIPART_BYTES)],
  ["/m", route("metrics", MAX_METRICS_BYTES)],
  ["/v1/m", route("metrics", MAX_METRICS_BYTES)],
]);
