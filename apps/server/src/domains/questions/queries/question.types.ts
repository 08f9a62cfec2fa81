import type {
  Dimension,
  FilterModifiers,
  Goal,
  MetricName,
  TextOperator,
  TimeRange,
  Weekday,
} from "@marquee/contract";

import type { RecentSessions } from "../../../platform/storage/events/queries/sessions.ts";

/** Names of a dimension's values that differ from the stored ones, by stored value; the empty string is a missing value. */
export type ValueNames = Readonly<Record<string, string>>;

/** A filter with checked names, without segments. */
export type Condition =
  | {
      operator: TextOperator;
      dimension: Exclude<Dimension, "time">;
      values: readonly string[];
      modifiers: FilterModifiers;
      /** Names that are compared instead of the stored values. */
      names?: ValueNames | undefined;
    }
  | { operator: "and" | "or"; conditions: readonly Condition[] }
  | { operator: "not" | "has_done" | "has_not_done"; condition: Condition };

/** A validated query: its names exist and can be combined, and its range is resolved. */
export interface Question {
  metrics: readonly MetricName[];
  /** `time` is already resolved to an interval. */
  dimensions: readonly Exclude<Dimension, "time">[];
  conditions: readonly Condition[];
  range: TimeRange;
  /** A range to compare with, answered by the same statement (`canCompareAtOnce`). */
  earlier?: TimeRange;
  /** Sessions that are not reconciled; without it, the statement looks them up. */
  recent?: RecentSessions;
  /** Names of values in the response, by dimension; the stored values by default. */
  names?: Readonly<Record<string, ValueNames>>;
  /**
   * Whether a page means the visits that started there for bounces and durations, as in Plausible's Stats API. Otherwise a filter on pages selects visits that viewed
   * one, and neither can be grouped by page.
   */
  countsEntries?: boolean;
  /** IDs of the imports whose days are added; none by default. Only responses to queries include them. */
  imports?: readonly number[];
  /** IANA name of the site's time zone. */
  tz: string;
  weekStart: Weekday;
  /** Goals that the query mentions; all for the dimension `event:goal`. */
  goals: readonly Goal[];
  /** Names of metrics and dimensions. */
  order: readonly (readonly [name: string, direction: "asc" | "desc"])[];
  limit: number;
  offset: number;
}
