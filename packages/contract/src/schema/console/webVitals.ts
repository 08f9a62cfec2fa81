import Type, { type Static } from "typebox";
import { type Rating, VITALS, type Vital } from "../../events/webVitals.ts";
import { OverviewQuerySchema } from "./accounts.ts";
import { Variation } from "./eventSearch.ts";
import { OneOf } from "./flags.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** Filter for the page views that the Speed screen covers. */
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
  /** The vital that pages are ordered by, worst first. */
  vital: OneOf(VITALS),
});
export type SpeedQuery = Static<typeof SpeedQuerySchema>;

/** 75th percentile of each vital, in milliseconds except for CLS, which has no unit; null if nothing was measured. */
export type VitalValues = Record<Vital, number | null>;

/** One vital in a date range. */
export interface VitalSummary {
  /** 75th percentile; null if nothing was measured. */
  p75: number | null;
  /** Number of page views that measured the vital, by rating. */
  counts: Record<Rating, number>;
}

export interface SpeedPoint {
  /** Milliseconds since the epoch. */
  start: number;
  values: VitalValues;
}

export interface SpeedPage {
  path: string;
  /** Number of page views that measured the requested vital. */
  samples: number;
  values: VitalValues;
  /** Selector of the element that most often caused the requested vital; empty if unknown. */
  target: string;
}

/** A named timing of one page. */
export interface SpeedTiming {
  name: string;
  path: string;
  /** Number of page views that reported it. */
  samples: number;
  /** 75th percentile, in milliseconds since the page was shown. */
  p75: number;
}

/** A build of the site, served from `servedFrom` until the next release. A build that was rolled back to is listed again. */
export interface Release {
  id: string;
  /** Milliseconds since the epoch. */
  servedFrom: number;
}

export interface VariationChoice {
  /** Value for `variation` in {@link SpeedFilter}. */
  value: string;
  experiment: string;
  variation: string;
}

/** Data of the Speed screen. Bots and known customers are left out. */
export interface SpeedResponse {
  vitals: Record<Vital, VitalSummary>;
  /** One point per interval of the date range. */
  series: SpeedPoint[];
  /** Worst first; pages with few samples last. */
  pages: SpeedPage[];
  /** By name, then by number of page views. */
  timings: SpeedTiming[];
  devices: string[];
  countries: string[];
  variations: VariationChoice[];
  /** Releases that became current in the date range, oldest first. */
  releases: Release[];
}

/** A location in the original source. */
export interface SourceLine {
  /** Path of the source file. */
  file: string;
  /** `line` and `column` count from 1. */
  line: number;
  column: number;
  /** Enclosing function; empty if it has no name. */
  functionName: string;
}

export interface SourcePlace extends SourceLine {
  /** The line itself and the lines around it. */
  context: { line: number; text: string }[];
}

/** A line of a stack trace: the browser's text, and the original location from the source map if there is one. */
export interface StackLine {
  text: string;
  source: SourcePlace | null;
}

export const ErrorsQuerySchema = Type.Object({
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
  /** Part of an error message, of a script's URL or of a path. */
  text: text(200),
});
export type ErrorsQuery = Static<typeof ErrorsQuerySchema>;

/** Errors with the same message and innermost stack frame. */
export interface ErrorGroup {
  /** A hash of message and stack frame. Build hashes are left out, so it is stable across releases. */
  fingerprint: string;
  message: string;
  /** Source location without build hashes; empty if no browser reported one. */
  frame: string;
  /** Original source location of the latest event; null if no source map is stored. */
  source: SourceLine | null;
  kinds: string[];
  count: number;
  visitors: number;
  /** Of all time, not only in the date range. Milliseconds since the epoch. */
  firstSeen: number;
  lastSeen: number;
  /** IDs of the releases served at those times; empty if none was known yet. */
  firstRelease: string;
  lastRelease: string;
  /** Number of errors in each of {@link TREND_STEPS} equal parts of the date range. */
  trend: number[];
  /** Pages with the most occurrences, most frequent first. */
  pages: string[];
  /** Browsers with the most occurrences, most frequent first. */
  browsers: string[];
  /** `stack`, `browser` and `messageId` are of the latest event. */
  stack: string;
  browser: string;
  messageId: string;
}

/** Number of parts in {@link ErrorGroup.trend}. */
export const TREND_STEPS = 24;

/** Data of the Errors screen for one date range. Bots and known customers are left out. */
export interface ErrorsResponse {
  /** Most frequent first; at most 100. */
  groups: ErrorGroup[];
  hasMore: boolean;
}

export interface ErrorPoint {
  /** Start of the hour or day, in milliseconds since the epoch. */
  start: number;
  count: number;
  /** Unique visitors in this hour or day. */
  visitors: number;
}

/** Details of one error in a date range. */
export interface ErrorDetailsResponse {
  message: string;
  /** One point per interval of the date range. */
  series: ErrorPoint[];
  /** Stack of the latest event, resolved with the source maps of its release. */
  stack: StackLine[];
  /** Releases that became current in the date range, oldest first. */
  releases: Release[];
}
