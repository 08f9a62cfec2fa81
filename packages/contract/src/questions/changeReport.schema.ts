import Type, { type Static } from "typebox";
import { Extend } from "../kernel/extend.ts";
import type { ReadonlyDeep } from "../kernel/json.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import type { FilterDimension } from "./dimensions.ts";
import { QuerySchema } from "./query.schema.ts";

/** Query for changes between a date range and its comparison range. Evaluates the conversions of the goal named `goal`; leads and visitors if missing. */
export const ChangeReportSchema = Extend(
  [Type.Pick(QuerySchema, ["site_id", "date_range", "filters", "include"])],
  { goal: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
  { additionalProperties: false },
);
export type ChangeReportQuery = ReadonlyDeep<Static<typeof ChangeReportSchema>>;

/** A change not explained by chance or the days of the week. */
export interface NotableChange {
  metric: "leads" | "conversions" | "visitors" | "visits";
  /** Null for the whole site. */
  part: { dimension: FilterDimension; value: string } | null;
  value: number;
  /** Value of the earlier range. */
  before: number;
  /** Bounds of the expected value, both inclusive. */
  low: number;
  high: number;
}

export interface ChangeReport {
  /** The two ranges that were compared, as times with offsets; null if there is nothing to compare with. */
  ranges: { range: readonly [string, string]; earlier: readonly [string, string] } | null;
  /** The most important change first; empty if there are none. */
  changes: NotableChange[];
}

export const CHANGE_REPORT_ROUTES = {
  "POST /query/changes": {
    access: "read analytics",
    body: ChangeReportSchema,
    response: response<ChangeReport>(),
  },
} as const satisfies RouteRows;
