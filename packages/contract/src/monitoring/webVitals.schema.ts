import type { Static } from "typebox";
import { type Rating, VITALS, type Vital } from "../events/webVitals.ts";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { QueryScopeSchema } from "../questions/query.schema.ts";

export const SpeedQuerySchema = Extend(
  [QueryScopeSchema],
  {
    /** The vital that pages are ordered by, worst first. */
    vital: OneOf(VITALS),
  },
  { additionalProperties: false },
);
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
  /** With the port, if it is not the default one. */
  host: string;
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
  host: string;
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
  /** `<experiment>/<variation>`. */
  value: string;
  experiment: string;
  variation: string;
}

/** Sort orders of resources, always largest first. */
export const RESOURCE_ORDERS = ["duration", "size", "count", "failed"] as const;
export type ResourceOrder = (typeof RESOURCE_ORDERS)[number];

export const ResourcesQuerySchema = Extend(
  [QueryScopeSchema],
  { by: OneOf(RESOURCE_ORDERS) },
  { additionalProperties: false },
);
export type ResourcesQuery = Static<typeof ResourcesQuerySchema>;

/** A file or endpoint that pages loaded. */
export interface SlowResource {
  /** URL without query string, build hashes and IDs. */
  address: string;
  /** As Datadog's client reports it: `js`, `fetch`, `image`, … */
  kind: string;
  count: number;
  /** Responses with status 400 or above. */
  failed: number;
  /** 75th percentile in milliseconds. */
  duration: number;
  /** Median in bytes; null if the browser does not report it, as for files of other origins. */
  size: number | null;
}

/** Tasks of more than 50 ms on a page, which keep it from responding. */
export interface LongTasks {
  path: string;
  /** Number of page views that reported to Datadog's client, and of long tasks in them. */
  views: number;
  count: number;
  /** 75th percentile in milliseconds. */
  duration: number;
  /** Time over 50 ms per page view, in milliseconds. */
  blocking: number;
}

/** Data that only Datadog's client reports: at most 50 of each. */
export interface ResourcesResponse {
  resources: SlowResource[];
  /** Longest blocking first. */
  longTasks: LongTasks[];
}

/** Data of the Speed screen. Bots and known customers are excluded. */
export interface SpeedResponse {
  vitals: Record<Vital, VitalSummary>;
  /** One point per interval of the date range. */
  series: SpeedPoint[];
  /** Worst first; pages with few samples last. */
  pages: SpeedPage[];
  /** By name, then by number of page views. */
  timings: SpeedTiming[];
  /** Releases that became current in the date range, oldest first. */
  releases: Release[];
}

export const WEB_VITALS_ROUTES = {
  "POST /query/speed": {
    access: "read technical",
    body: SpeedQuerySchema,
    response: response<SpeedResponse>(),
  },
  "POST /query/speed/resources": {
    access: "read technical",
    body: ResourcesQuerySchema,
    response: response<ResourcesResponse>(),
  },
} as const satisfies RouteRows;
