import Type, { type Static } from "typebox";
import type { FilterDimension } from "../../questions/dimensions.ts";
import { Extend } from "../extend.ts";
import { QueryScopeSchema } from "../questions.ts";

/** Asks what changed in a date range that matters. `goal` is the name of a goal; leads are what matters without one. */
export const ChangeReportSchema = Extend(
  [QueryScopeSchema],
  { goal: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })) },
  { additionalProperties: false },
);
export type ChangeReportQuery = Static<typeof ChangeReportSchema>;

/** A count next to its usual range. */
export interface UsualRange {
  value: number;
  /** Median of the earlier periods. */
  median: number;
  /** Median absolute deviation of the earlier periods from their median. */
  deviation: number;
  /** What is usual, both included. */
  low: number;
  high: number;
}

/** A count that is not usual. */
export interface UnusualCount extends UsualRange {
  metric: "leads" | "conversions" | "visits";
  /** Null for the whole site. */
  part: { dimension: FilterDimension; value: string } | null;
  /** Values of the earlier periods, the latest first. */
  earlier: number[];
}

export interface ChangeReport {
  /** The complete days that were examined, as ISO 8601 dates, both included; null if the range has none. */
  period: { from: string; to: string } | null;
  /** Days from one period to the next; a multiple of seven, so that weekdays are compared with the same weekdays. */
  shift: number;
  /** Number of earlier periods with data. Fewer than four are too few to know what is usual. */
  periods: number;
  /** What changed most, the whole site first; empty if everything is usual. */
  changes: UnusualCount[];
}
