import Type, { type Static } from "typebox";
import { OverviewQuerySchema } from "./accounts.ts";
import { OneOf } from "./flags.ts";
import type { ErrorGroup, Release, SourceLine, StackLine } from "./webVitals.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** What narrows the events that Datadog's browser clients sent. */
export const RumFilterSchema = Type.Object({
  application: text(256),
  service: text(256),
  environment: text(256),
  version: text(256),
  /** Name of a view: as the client gave it, else its path with numbers and ids as `?`. */
  view: text(2000),
});
export type RumFilter = Static<typeof RumFilterSchema>;

export const RumQuerySchema = Type.Object({
  ...OverviewQuerySchema.properties,
  ...RumFilterSchema.properties,
});
export type RumQuery = Static<typeof RumQuerySchema>;

/** By what views, resources and actions are ordered, the largest first. */
export const VIEW_ORDERS = ["views", "loading", "errors", "frustrations", "longTasks"] as const;
export type ViewOrder = (typeof VIEW_ORDERS)[number];
export const RESOURCE_ORDERS = ["duration", "size", "count"] as const;
export type ResourceOrder = (typeof RESOURCE_ORDERS)[number];
export const ACTION_ORDERS = ["count", "rage", "dead", "error"] as const;
export type ActionOrder = (typeof ACTION_ORDERS)[number];

const listOf = {
  from: OverviewQuerySchema.properties.from,
  to: OverviewQuerySchema.properties.to,
  ...RumFilterSchema.properties,
  /** Event subtype as the client reports it: view load type, error source, resource type or action type. */
  kind: text(100),
};

export const RumErrorsQuerySchema = Type.Object(listOf);
export type RumErrorsQuery = Static<typeof RumErrorsQuerySchema>;
export const RumViewsQuerySchema = Type.Object({ ...listOf, by: OneOf(VIEW_ORDERS) });
export type RumViewsQuery = Static<typeof RumViewsQuerySchema>;
export const RumResourcesQuerySchema = Type.Object({ ...listOf, by: OneOf(RESOURCE_ORDERS) });
export type RumResourcesQuery = Static<typeof RumResourcesQuerySchema>;
export const RumActionsQuerySchema = Type.Object({ ...listOf, by: OneOf(ACTION_ORDERS) });
export type RumActionsQuery = Static<typeof RumActionsQuerySchema>;

/** Figures of a span. Times are 75th percentiles in milliseconds; null where no view told. */
export interface RumMetrics {
  sessions: number;
  views: number;
  errors: number;
  longTasks: number;
  loading: number | null;
  lcp: number | null;
  inp: number | null;
  /** Without a unit. */
  cls: number | null;
}

export interface RumPoint extends RumMetrics {
  /** Start of the hour or day, in milliseconds since the epoch. */
  start: number;
}

/** What a span can be narrowed by; at most 250 of each. */
export interface RumChoices {
  applications: string[];
  services: string[];
  environments: string[];
  versions: string[];
  views: string[];
}

export interface RumResponse {
  figures: RumMetrics;
  /** Every hour or day of the span. */
  series: RumPoint[];
  choices: RumChoices;
  /** Versions whose first event ever lies within the span, the oldest first; `servedFrom` is when it came. */
  versions: Release[];
  /** Whether any client has ever sent anything. */
  hasEvents: boolean;
  /** Client options for sending to this server. */
  intake: { clientToken: string; proxy: string };
}

export interface RumView {
  view: string;
  views: number;
  sessions: number;
  /** 75th percentile in milliseconds; null where no view told. */
  loading: number | null;
  errors: number;
  /** Clicks in rage, without effect, or followed by an error. */
  frustrations: number;
  longTasks: number;
}

export interface RumResource {
  /** Without query string, build hashes and IDs. */
  address: string;
  kind: string;
  count: number;
  /** 75th percentile in milliseconds. */
  duration: number;
  /** Median in bytes; null where the browser does not say, as for other sites' files. */
  size: number | null;
}

export interface RumAction {
  name: string;
  kind: string;
  count: number;
  sessions: number;
  /** How many of them were in rage, had no effect, or were followed by an error. */
  rage: number;
  dead: number;
  error: number;
}

/** Errors that have their message and their innermost frame in common, by the rule of {@link ErrorGroup}. */
export interface RumErrorGroup
  extends Pick<
    ErrorGroup,
    "fingerprint" | "message" | "frame" | "count" | "firstSeen" | "lastSeen" | "trend" | "stack" | "browser"
  > {
  source: SourceLine | null;
  /** Error source as the client reports it: `source`, `console`, `custom` and others. */
  kinds: string[];
  sessions: number;
  /** In which versions of the application it was first and last seen; empty where the client was not told. */
  firstVersion: string;
  lastVersion: string;
  /** Names of the views that it happened on most. */
  views: string[];
  browsers: string[];
  /** Id of the replay of the latest visit with it that was recorded; null where none was. */
  replay: string | null;
}

/** A list of at most 100 rows, and whether there are more. `kinds` are all that the span has, whatever is chosen. */
export interface MonitoredList<Row> {
  rows: Row[];
  kinds: string[];
  hasMore: boolean;
}

/** What one view is made of: at most 10 of each. */
export interface RumViewResponse {
  /** Slowest first. */
  resources: RumResource[];
  /** Most frequent first. */
  actions: RumAction[];
  errors: RumErrorGroup[];
}

export interface RumErrorResponse {
  series: { start: number; count: number; sessions: number }[];
  versions: Release[];
  /** Of its latest event. */
  stack: StackLine[];
}
