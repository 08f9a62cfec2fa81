import type { Dimension, FilterDimension } from "./dimensions.ts";
import type { MetricName } from "./metrics.ts";

/** Operators that compare a dimension's value with texts; a filter matches if any of the texts does. `matches` takes RE2 regular expressions. */
export const TEXT_OPERATORS = ["is", "is_not", "contains", "contains_not", "matches", "matches_not"] as const;
export type TextOperator = (typeof TEXT_OPERATORS)[number];

export interface FilterModifiers {
  /** Default: true. For `is`, `is_not`, `contains` and `contains_not`. */
  case_sensitive?: boolean;
}

export type TextFilter = readonly [
  operator: TextOperator,
  dimension: FilterDimension,
  values: readonly string[],
  modifiers?: FilterModifiers,
];

/**
 * `has_done` matches visits with an event that matches the filter, regardless of the counted event. `segment` takes the IDs of saved
 * segments.
 */
export type QueryFilter =
  | TextFilter
  | readonly ["is", "segment", readonly number[]]
  | readonly ["and" | "or", readonly QueryFilter[]]
  | readonly ["not" | "has_done" | "has_not_done", QueryFilter];

/**
 * A date range by name, in the site's time zone: the current day, month or year; the last 24 hours; a number of days (`7d`) or months (`6mo`) before the
 * current one, which is not included; or everything.
 */
export type NamedDateRange = "day" | "24h" | "month" | "year" | "all" | `${number}d` | `${number}mo`;
/** Two ISO 8601 dates, both included, or two times with offsets. */
export type DateRange = NamedDateRange | readonly [from: string, to: string];

/** Comparison of a query. `match_day_of_week` moves the earlier range so that its weekdays are the same. */
export interface Comparison {
  mode: "previous_period" | "year_over_year" | "custom";
  /** For `custom`. */
  date_range?: readonly [from: string, to: string];
  match_day_of_week?: boolean;
}

/** A query about visits, in the format of Plausible's Stats API v2. */
export interface Query {
  site_id: string;
  metrics: readonly MetricName[];
  date_range: DateRange;
  dimensions?: readonly Dimension[];
  filters?: readonly QueryFilter[];
  order_by?: readonly (readonly [MetricName | Dimension, "asc" | "desc"])[];
  include?: {
    /** Adds days that were imported from another system. */
    imports?: boolean;
    /** Adds the start of every bucket of the time dimension to `meta`. */
    time_labels?: boolean;
    /** Adds the number of rows without pagination to `meta`. */
    total_rows?: boolean;
    comparisons?: Comparison;
  };
  pagination?: { limit?: number; offset?: number };
}

/** A metric's value; null if undefined, such as a rate of nothing. */
export type MetricValue = number | null;

/** Why a metric has no change from the earlier range. */
export interface ComparisonWarning {
  code: "not_covered" | "counted_differently";
  warning: string;
}
