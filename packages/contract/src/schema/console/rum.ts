import Type, { type Static } from "typebox";
import { OverviewQuerySchema } from "./accounts.ts";
import { OneOf } from "./flags.ts";
import type { ReplayMoment } from "./replayMoment.ts";
import type { ErrorGroup, Release, SourceLine, StackLine } from "./webVitals.ts";

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** Filter for the events sent by Datadog's browser client. */
export const RumFilterSchema = Type.Object({
  application: text(256),
  service: text(256),
  environment: text(256),
  version: text(256),
  /** View name from the client; otherwise its path with numbers and IDs replaced by `?`. */
  view: text(2000),
});
export type RumFilter = Static<typeof RumFilterSchema>;

export const RumQuerySchema = Type.Object({
  ...OverviewQuerySchema.properties,
  ...RumFilterSchema.properties,
});
export type RumQuery = Static<typeof RumQuerySchema>;

/** Sort orders of views, resources and actions, always largest first. */
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

/** Metrics of a date range. Times are 75th percentiles in milliseconds; null if no view reported a value. */
export interface RumMetrics {
  sessions: number;
  views: number;
  errors: number;
  longTasks: number;
  loading: number | null;
  lcp: number | null;
  inp: number | null;
  /** No unit. */
  cls: number | null;
}

export interface RumPoint extends RumMetrics {
  /** Start of the hour or day, in milliseconds since the epoch. */
  start: number;
}

/** Values to filter by in the date range; at most 250 of each. */
export interface RumChoices {
  applications: string[];
  services: string[];
  environments: string[];
  versions: string[];
  views: string[];
}

export interface RumResponse {
  figures: RumMetrics;
  /** One point per interval of the date range. */
  series: RumPoint[];
  choices: RumChoices;
  /** Versions whose first event ever is in the date range, oldest first. `servedFrom` is the time of that event. */
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
  /** 75th percentile in milliseconds; null if no view reported a value. */
  loading: number | null;
  errors: number;
  /** Rage clicks, dead clicks and error clicks. */
  frustrations: number;
  longTasks: number;
}

export interface RumResource {
  /** URL without query string, build hashes and IDs. */
  address: string;
  kind: string;
  count: number;
  /** 75th percentile in milliseconds. */
  duration: number;
  /** Median in bytes; null if the browser does not report it, as for files of other origins. */
  size: number | null;
}

export interface RumAction {
  name: string;
  kind: string;
  count: number;
  sessions: number;
  /** Number of rage clicks, dead clicks and error clicks among them. */
  rage: number;
  dead: number;
  error: number;
}

/** Errors with the same message and innermost stack frame, grouped like {@link ErrorGroup}. */
export interface RumErrorGroup
  extends Pick<
    ErrorGroup,
    "fingerprint" | "message" | "frame" | "count" | "firstSeen" | "lastSeen" | "trend" | "stack" | "browser"
  > {
  source: SourceLine | null;
  /** Error source as the client reports it: `source`, `console`, `custom` and others. */
  kinds: string[];
  sessions: number;
  /** Application versions in which the error was first and last seen; empty if the client has no version set. */
  firstVersion: string;
  lastVersion: string;
  /** Names of the views where the error occurred most. */
  views: string[];
  browsers: string[];
  /** The error's first occurrence in its latest recorded session; null if none was recorded. */
  replay: ReplayMoment | null;
}

/** At most 100 rows. `kinds` are all kinds in the date range, regardless of the filter. */
export interface MonitoredList<Row> {
  rows: Row[];
  kinds: string[];
  hasMore: boolean;
}

/** Details of one view: at most 10 of each list. */
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
  /** Stack of the latest event. */
  stack: StackLine[];
}
