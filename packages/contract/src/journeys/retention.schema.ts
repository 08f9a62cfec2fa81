import type { Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { QueryScopeSchema } from "../questions/query.schema.ts";

/** Weeks of one table. A longer date range shows its last ones. */
export const MAX_RETENTION_WEEKS = 53;

export const RetentionQuerySchema = Extend([QueryScopeSchema], {}, { additionalProperties: false });
export type RetentionQuery = ReadonlyDeep<Static<typeof RetentionQuerySchema>>;

export interface RetentionWeek {
  /** First day of the week, as an ISO 8601 date. */
  start: string;
  /** Only a part of the week is in the date range. */
  isPartial: boolean;
  /** Visitors with a page view in the week. */
  visitors: number;
  /** Those whose first visit was in this week. The others are returning ones. */
  newVisitors: number;
  /** Of the new visitors, those with a page view in this and in each later week. The first is `newVisitors`. */
  retained: number[];
}

export interface RetentionResponse {
  /** In the order of time. */
  weeks: RetentionWeek[];
  /** Weeks at the start of the date range that are not shown. */
  left: number;
  /** The oldest stored page view, in milliseconds since the epoch; null without any. Visits before it are unknown. */
  knownSince: number | null;
}

export const RETENTION_ROUTES = {
  "POST /query/retention": {
    access: "read analytics",
    body: RetentionQuerySchema,
    response: response<RetentionResponse>(),
  },
} as const satisfies RouteRows;
