import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { LeadKind } from "../leads/leads.ts";
import type { MetricName } from "./metrics.ts";
import { QueryScopeSchema } from "./query.schema.ts";

/** Metrics whose rows can be listed, in the order of the Overview. */
export const FIGURE_METRICS = [
  "visitors",
  "visits",
  "pageviews",
  "views_per_visit",
  "bounce_rate",
  "visit_duration",
  "leads",
  "lead_rate",
  "conversion_rate",
] as const satisfies readonly MetricName[];
export type FigureMetric = (typeof FIGURE_METRICS)[number];

/**
 * Query for the rows that a metric counts, newest first. `before` is the `next` value of the previous page.
 */
export const FigureRowsSchema = Extend(
  [QueryScopeSchema],
  { metric: OneOf(FIGURE_METRICS), before: Type.Optional(Type.String({ maxLength: 2000 })) },
  { additionalProperties: false },
);
export type FigureRowsQuery = ReadonlyDeep<Static<typeof FigureRowsSchema>>;

export interface VisitOfFigure {
  /** Anonymous ID. */
  visitor: string;
  session: number;
  /** Start, in milliseconds since the epoch. */
  at: number;
  /** From the first to the last event, in milliseconds. */
  duration: number;
  /** All page views of the visit. */
  views: number;
  /** Page views that the metric counts: in the date range, and on the pages of the filters. */
  countedViews: number;
  entryPage: string;
  exitPage: string;
  source: string;
  country: string;
  device: string;
  browser: string;
  /** IDs of its leads. */
  leads: string[];
  /** ID of its replay; null if it was not recorded or the account can't watch replays. */
  replay: string | null;
}

/** A lead without personal data. Its source is empty without consent. */
export interface LeadOfFigure {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  kind: LeadKind;
  /** Path of the page with the form. */
  page: string;
  hasConsent: boolean;
  source: string;
  country: string;
  device: string;
}

/** Sums over all rows, not only those of the page. The metric is computed from them. */
export interface FigureTotals {
  rows: number;
  visitors: number;
  /** Page views that the metric counts. */
  views: number;
  /** Visits with one page view. */
  bounces: number;
  /** Milliseconds. */
  duration: number;
}

export type FigureRows = {
  totals: FigureTotals;
  /** Value of `before` for the next page; null at the end. */
  next: string | null;
} & ({ kind: "visits"; rows: VisitOfFigure[] } | { kind: "leads"; rows: LeadOfFigure[] });

export const FIGURE_ROWS_ROUTES = {
  "POST /query/rows": { access: "read analytics", body: FigureRowsSchema, response: response<FigureRows>() },
} as const satisfies RouteRows;
