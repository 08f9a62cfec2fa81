import Type, { type Static } from "typebox";
import { MAX_SEGMENTS_PER_REQUEST } from "../../replay/packedSegments.ts";
import { FRUSTRATIONS } from "../../replay/replay.ts";
import { OverviewQuerySchema } from "./accounts.ts";
import { DateRangeSchema } from "./eventSearch.ts";
import { OneOf } from "./flags.ts";
import { SpeedFilterSchema, type SpeedResponse } from "./webVitals.ts";

export const PageVersionsQuerySchema = Type.Object({
  path: Type.String({ minLength: 1, maxLength: 2000 }),
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
});

export type PageVersionsQuery = Static<typeof PageVersionsQuerySchema>;

/** A document as it was served; `archivedPagePath(version)` shows it. */
export interface PageVersion {
  version: string;
  /** What visitors it was for, words apart by spaces: `customer`, `<experiment>/<variation>`; empty for everybody. */
  variant: string;
  release: string;
  /** Milliseconds since the epoch. */
  firstServedAt: number;
}

/** Versions of a page that were served within a span, the latest first: those that began in it, and of each variant the one before. */
export interface PageVersionsResponse {
  versions: PageVersion[];
}

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** What narrows the list of replays; all that are given hold. */
export const ReplayFilterSchema = Type.Object({
  ...SpeedFilterSchema.properties,
  /** A complete path if it starts with a slash, otherwise part of one. */
  page: text(500),
  /** What brought the visitor, whole. */
  source: text(200),
  /** Part of a track call's name. */
  event: text(200),
  /** Part of an error's message, or its fingerprint. */
  error: text(200),
  frustration: Type.Optional(OneOf(FRUSTRATIONS)),
  /** Seconds from the first to the last that was recorded, at least. */
  length: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })),
  /** Anonymous id, whole. */
  visitor: text(1024),
});
export type ReplayFilter = Static<typeof ReplayFilterSchema>;

/** Replays that began within a span; `before` is the `next` of the answer before. */
export const ReplaySearchSchema = Type.Object({
  ...DateRangeSchema.properties,
  ...ReplayFilterSchema.properties,
  before: text(1100),
});
export type ReplaySearch = Static<typeof ReplaySearchSchema>;

/** A recorded session. Instants are milliseconds since the epoch, lengths milliseconds. */
export interface ReplaySummary {
  /** Names it in addresses. */
  id: string;
  sessionId: number;
  visitorId: string;
  start: number;
  /** From the first to the last that was recorded. */
  length: number;
  /** Of it, how long something was recorded. */
  activeTime: number;
  /** Documents that were recorded. */
  recordings: number;
  /** Page views. */
  pages: number;
  firstPage: string;
  country: string;
  device: string;
  browser: string;
  source: string;
  errors: number;
  rageClicks: number;
  deadClicks: number;
  /** Track calls, without errors. */
  events: number;
}

export interface ReplaysResponse extends Pick<SpeedResponse, "variations"> {
  /** Newest first. */
  replays: ReplaySummary[];
  /** Where the next page starts; null at the end. */
  next: string | null;
  /** What there is to narrow by within the span. */
  devices: string[];
  countries: string[];
  sources: string[];
  /** Recordings of Datadog's client within the span: kept, but of a format that is not played here. */
  otherRecordings: number;
  /** Whether the current account may watch them. */
  mayWatch: boolean;
  access: ReplayAccess;
}

export const ReplayAccessSchema = Type.Object(
  { mayViewersWatch: Type.Boolean() },
  { additionalProperties: false },
);
/** Who can watch replays besides owners and editors. */
export type ReplayAccess = Static<typeof ReplayAccessSchema>;

/** Location of one segment of a recording. */
export interface ReplaySegment {
  id: string;
  recordingId: string;
  start: number;
  end: number;
  hasFullSnapshot: boolean;
  /** Unpacked. */
  bytes: number;
}

/** Segments that are asked for together. */
export const SegmentsQuerySchema = Type.Object({
  id: Type.Array(Type.String({ minLength: 1, maxLength: 1024 }), {
    ...{ minItems: 1, maxItems: MAX_SEGMENTS_PER_REQUEST },
  }),
});
export type SegmentsQuery = Static<typeof SegmentsQuerySchema>;

/** What an event tells of a moment of a session. Clicks are in the recording itself. */
export interface ReplayMark {
  /** The event's `messageId`. */
  id: string;
  kind: "page" | "event" | "error";
  at: number;
  /** Path, name or message. */
  text: string;
}

export interface ReplayResponse {
  replay: ReplaySummary;
  /** In the order in which they began. */
  segments: ReplaySegment[];
  /** In the order of time; at most 2,000. */
  marks: ReplayMark[];
}
