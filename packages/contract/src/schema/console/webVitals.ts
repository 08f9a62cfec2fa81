import Type, { type Static } from "typebox";
import { type Rating, VITALS, type Vital } from "../../events/webVitals.ts";
import { OverviewQuerySchema } from "./accounts.ts";
import { Variation } from "./eventSearch.ts";
import { OneOf } from "./flags.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** What narrows the page views whose speed is shown. */
export const SpeedFilterSchema = Type.Object({
  device: text(40),
  /** ISO 3166-1 code. */
  country: text(2),
  variation: Variation,
});
export type SpeedFilter = Static<typeof SpeedFilterSchema>;

export const SpeedQuerySchema = Type.Object({
  ...OverviewQuerySchema.properties,
  ...SpeedFilterSchema.properties,
  /** By which pages are ordered, the worst first. */
  vital: OneOf(VITALS),
});
export type SpeedQuery = Static<typeof SpeedQuerySchema>;

/** The 75th percentile of each vital; null where nothing was measured. Milliseconds, but of CLS. */
export type VitalValues = Record<Vital, number | null>;

/** One vital over a span. */
export interface VitalSummary {
  /** The 75th percentile. */
  p75: number | null;
  /** Page views that measured it, by how good it was. */
  counts: Record<Rating, number>;
}

export interface SpeedPoint {
  /** Milliseconds since the epoch. */
  start: number;
  values: VitalValues;
}

export interface SpeedPage {
  path: string;
  /** Page views that measured the vital asked for. */
  samples: number;
  values: VitalValues;
  /** The element most often to blame for the vital asked for; empty where none is known. */
  target: string;
}

/** A build of the site, from when it came to be served until the next; one that was returned to is there again. */
export interface Release {
  id: string;
  /** Milliseconds since the epoch. */
  servedFrom: number;
}

export interface VariationChoice {
  /** As {@link SpeedFilter} takes it. */
  value: string;
  experiment: string;
  variation: string;
}

/** How fast pages were for people. Machines and recognised customers are left out. */
export interface SpeedResponse {
  vitals: Record<Vital, VitalSummary>;
  /** Every hour or day of the span. */
  series: SpeedPoint[];
  /** Worst first; those with few samples last. */
  pages: SpeedPage[];
  devices: string[];
  countries: string[];
  variations: VariationChoice[];
  /** First served within the span, the oldest first. */
  releases: Release[];
}

/** A place in the source as it was written. */
export interface SourceLine {
  /** Path of the source file. */
  file: string;
  /** From 1, both. */
  line: number;
  column: number;
  /** Enclosing function; empty if it has no name. */
  functionName: string;
}

export interface SourcePlace extends SourceLine {
  /** Lines around it, its own among them. */
  context: { line: number; text: string }[];
}

/** A line of a stack: as the browser wrote it, and what the source map makes of it. */
export interface StackLine {
  text: string;
  source: SourcePlace | null;
}

export const ErrorsQuerySchema = Type.Object({
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
  /** Part of a message, of an address of a script or of a path. */
  text: text(200),
});
export type ErrorsQuery = Static<typeof ErrorsQuerySchema>;

/** Errors that have their message and their innermost frame in common. */
export interface ErrorGroup {
  /** A hash of message and stack frame. Build hashes are left out, so it is stable across releases. */
  fingerprint: string;
  message: string;
  /** Source location without build hashes; empty if no browser reported one. */
  frame: string;
  /** The same in the source as it was written, by its latest event; null where no source map is kept. */
  source: SourceLine | null;
  kinds: string[];
  count: number;
  visitors: number;
  /** Ever, not only within the span: milliseconds since the epoch. */
  firstSeen: number;
  lastSeen: number;
  /** Ids of the releases that were served then; empty where none was known yet. */
  firstRelease: string;
  lastRelease: string;
  /** How often in each of {@link TREND_STEPS} equal parts of the span. */
  trend: number[];
  /** Those that it happened on most, the most frequent first. */
  pages: string[];
  /** Those that it happened in most, the most frequent first. */
  browsers: string[];
  /** Of its latest event. */
  stack: string;
  browser: string;
  messageId: string;
}

/** Parts that {@link ErrorGroup.trend} has. */
export const TREND_STEPS = 24;

/** What went wrong for people within a span. Machines and recognised customers are left out. */
export interface ErrorsResponse {
  /** The most frequent first; at most 100. */
  groups: ErrorGroup[];
  hasMore: boolean;
}

export interface ErrorPoint {
  /** Start of the hour or day, in milliseconds since the epoch. */
  start: number;
  count: number;
  /** Different ones, in this hour or day. */
  visitors: number;
}

/** One error within a span. */
export interface ErrorDetailsResponse {
  message: string;
  /** Every hour or day of the span. */
  series: ErrorPoint[];
  /** Of its latest event, read by the source maps of its release. */
  stack: StackLine[];
  /** First served within the span, the oldest first. */
  releases: Release[];
}
