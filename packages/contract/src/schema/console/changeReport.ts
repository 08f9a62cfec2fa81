import Type, { type Static } from "typebox";
import type { FilterDimension } from "../../questions/dimensions.ts";
import { Extend } from "../extend.ts";
import { QuerySchema } from "../questions.ts";

/** Asks what changed between a date range and the one that it is compared with. With `goal`, the name of a goal, its conversions are what matters; otherwise leads and visitors. */
export const ChangeReportSchema = Extend(
  [Type.Pick(QuerySchema, ["site_id", "date_range", "filters", "include"])],
  { goal: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
  { additionalProperties: false },
);
export type ChangeReportQuery = Static<typeof ChangeReportSchema>;

/** A change that chance and the days of the week do not explain. */
export interface NotableChange {
  metric: "leads" | "conversions" | "visitors" | "visits";
  /** Null for the whole site. */
  part: { dimension: FilterDimension; value: string } | null;
  value: number;
  /** Of the earlier range. */
  before: number;
  /** What would have been no surprise after that, both included. */
  low: number;
  high: number;
}

export interface ChangeReport {
  /** The two ranges that were compared, as times with offsets; null if there is nothing to compare with. */
  ranges: { range: readonly [string, string]; earlier: readonly [string, string] } | null;
  /** The most important change first; empty if nothing is worth a sentence. */
  changes: NotableChange[];
}
