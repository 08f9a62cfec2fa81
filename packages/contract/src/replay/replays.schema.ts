import Type, { type Static } from "typebox";
import { PeriodSchema } from "../kernel/dateRange.schema.ts";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { BINARY, DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import { QueryScopeSchema } from "../questions/query.schema.ts";
import { MAX_SEGMENTS_PER_REQUEST } from "./packedSegments.ts";
import { FRUSTRATIONS } from "./replay.ts";

const PageVersionsQuerySchema = Extend(
  [PeriodSchema],
  { path: Type.String({ minLength: 1, maxLength: 2000 }) },
  { additionalProperties: false },
);

/** An archived page version. `archivedPagePath(version)` is its URL. */
export interface PageVersion {
  version: string;
  /** Which visitors the version was for, as words separated by spaces: `customer`, `<experiment>/<variation>`. Empty for the default variant. */
  variant: string;
  release: string;
  /** Milliseconds since the epoch. */
  firstServedAt: number;
}

/** Versions of a page served in a date range, latest first: those first served in it, and the previous one of each variant. */
export interface PageVersionsResponse {
  versions: PageVersion[];
}

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** Filters for replays only. All given conditions and the filters of the visit must match. */
export const ReplayFilterSchema = Type.Object({
  /** Part of an error's message, or its fingerprint. */
  error: text(200),
  frustration: Type.Optional(OneOf(FRUSTRATIONS)),
  /** Minimum time from the first to the last recorded moment, in seconds. */
  length: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  /** Complete anonymous ID. */
  visitor: text(1024),
});
export type ReplayFilter = Static<typeof ReplayFilterSchema>;

/** Query for replays that started in a date range. `before` is `next` of the previous page. */
export const ReplaySearchSchema = Extend(
  [QueryScopeSchema, ReplayFilterSchema],
  { before: text(1100) },
  { additionalProperties: false },
);
export type ReplaySearch = Static<typeof ReplaySearchSchema>;

/** A recorded session. Times are milliseconds since the epoch, durations milliseconds. */
export interface ReplaySummary {
  /** ID of the replay in URLs. */
  id: string;
  sessionId: number;
  visitorId: string;
  start: number;
  /** From the first to the last recorded moment. */
  length: number;
  /** The part of `length` with recorded activity. */
  activeTime: number;
  /** Number of recorded documents. */
  recordings: number;
  /** Number of page views. */
  pages: number;
  firstPage: string;
  country: string;
  device: string;
  browser: string;
  source: string;
  errors: number;
  rageClicks: number;
  deadClicks: number;
  /** Number of track events, without errors. */
  events: number;
}

/** A replay in a filtered list. */
export interface ListedReplay extends ReplaySummary {
  /**
   * Time of the visitor's first action that matches the filters; null without such a filter. Of several filters, the first of error,
   * frustration signal, and events and pages counts.
   */
  matchedAt: number | null;
}

export interface ReplaysResponse {
  /** Newest first. */
  replays: ListedReplay[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** Number of recordings by Datadog's client in the date range. They are stored but cannot be played here. */
  otherRecordings: number;
  /** Whether the current account can watch replays. */
  mayWatch: boolean;
  access: ReplayAccess;
}

export const ReplayAccessSchema = Type.Object(
  { mayViewersWatch: Type.Boolean() },
  { additionalProperties: false },
);
/** Who can watch replays besides owners and editors. */
export type ReplayAccess = Static<typeof ReplayAccessSchema>;

/** One segment of a recording, without its data. `start` and `end` are milliseconds since the epoch. */
export interface ReplaySegment {
  id: string;
  recordingId: string;
  start: number;
  end: number;
  /** Milliseconds to add to the times in the segment, which use the visitor's clock. */
  clockCorrection: number;
  hasFullSnapshot: boolean;
  /** Uncompressed size. */
  bytes: number;
}

/** IDs of segments to fetch in one request. */
export const SegmentsQuerySchema = Type.Object({
  id: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
    minItems: 1,
    maxItems: MAX_SEGMENTS_PER_REQUEST,
  }),
});

/** An event at a moment of the session. Clicks are part of the recording itself. */
export interface ReplayMark {
  /** The event's `messageId`. */
  id: string;
  kind: "page" | "event" | "error";
  at: number;
  /** Path, event name or error message, depending on `kind`. */
  text: string;
}

export interface ReplayResponse {
  replay: ReplaySummary;
  /** Ordered by start time. */
  segments: ReplaySegment[];
  /** Ordered by time; at most 2,000. */
  marks: ReplayMark[];
}

export const REPLAYS_ROUTES = {
  "POST /query/page-versions": {
    access: "read analytics",
    body: PageVersionsQuerySchema,
    response: response<PageVersionsResponse>(),
  },
  "POST /query/replays": {
    access: "read analytics",
    body: ReplaySearchSchema,
    response: response<ReplaysResponse>(),
  },
  "PUT /replays/access": {
    access: "setReplayAccess privacy",
    isProven: true,
    body: ReplayAccessSchema,
    response: response<ReplayAccess>(),
    invalidates: ["POST /query/replays"],
  },
  "GET /replays/:id": { access: "read analytics", response: response<ReplayResponse>() },
  "GET /replays/:id/segments": { access: "read analytics", query: SegmentsQuerySchema, response: BINARY },
  "GET /replays/:id/segments/:segment": { access: "read analytics", response: BINARY },
  "POST /replays/:id/delete": {
    access: "edit analytics",
    response: DONE,
    invalidates: ["POST /query/replays"],
  },
} as const satisfies RouteRows;
