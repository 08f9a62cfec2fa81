import type { Dimension, FilterDimension } from "./dimensions.ts";
import type { ImportedRange, ImportSkipReason } from "./importedData.ts";
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

/** `has_done` matches visits with an event that matches the filter, whichever event is counted. `segment` takes the IDs of saved segments. */
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

/** What a query is compared with. `match_day_of_week` moves the earlier range so that its weekdays are the same. */
export interface Comparison {
  mode: "previous_period" | "year_over_year" | "custom";
  /** For `custom`. */
  date_range?: readonly [from: string, to: string];
  match_day_of_week?: boolean;
}

/** A question about visits, in the format of Plausible's Stats API v2. */
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

/** A metric's value; null if it is not defined, as a rate of nothing. */
export type MetricValue = number | null;

export interface QueryRow {
  /** In the order of the query's dimensions. Times are ISO 8601 dates or times in the site's time zone; to API clients, hours are without offset. */
  dimensions: string[];
  /** In the order of the query's metrics. */
  metrics: MetricValue[];
  /** The same row of the earlier range. `change` is in percent, and in percentage points for a rate; null without an earlier value. */
  comparison?: { dimensions: string[]; metrics: MetricValue[]; change: MetricValue[] };
}

/** Why a metric has no change from the earlier range. */
export interface ComparisonWarning {
  code: "not_covered" | "counted_differently";
  warning: string;
}

export interface QueryResponse {
  results: QueryRow[];
  meta: {
    time_labels?: string[];
    /** Index of the bucket that contains the current time, whose values are partial. */
    present_index?: number;
    /** Starts of the earlier range's buckets. */
    comparison_time_labels?: string[];
    total_rows?: number;
    /** With `include.imports`: whether imported days are part of the answer, and why not. */
    imports_included?: boolean;
    imports_skip_reason?: ImportSkipReason;
    /** What to know about figures with imported days. */
    imports_warning?: string;
    /** Imported days of the range and of the one that it is compared with (ours). */
    imported_ranges?: ImportedRange[];
    /** Metrics that imported days don't have, or not all of them. */
    metric_warnings?: Partial<Record<MetricName, { code: "no_imported_data"; warning: string }>>;
    /** Metrics whose change is null because the earlier range is not covered in the same way, and why (ours). */
    comparison_warnings?: Partial<Record<MetricName, ComparisonWarning>>;
  };
  /** The query as it was answered: defaults filled in, the date range as two times with offsets. */
  query: Query & {
    date_range: readonly [from: string, to: string];
    comparison_date_range?: readonly [from: string, to: string];
  };
}
