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

/** What values of a dimension are called where they are not called what is stored, by the stored value; an empty text for a missing one. */
export type ValueNames = Readonly<Record<string, string>>;

/** A filter with checked names, without segments. */
export type Condition =
  | {
      operator: TextOperator;
      dimension: Exclude<Dimension, "time">;
      values: readonly string[];
      modifiers: FilterModifiers;
      /** Compared instead of the stored values. */
      names?: ValueNames | undefined;
    }
  | { operator: "and" | "or"; conditions: readonly Condition[] }
  | { operator: "not" | "has_done" | "has_not_done"; condition: Condition };

/** A query that was checked: its names exist and can be combined, and its range is known. */
export interface Question {
  metrics: readonly MetricName[];
  /** `time` is not among them: its interval is decided. */
  dimensions: readonly Exclude<Dimension, "time">[];
  conditions: readonly Condition[];
  range: TimeRange;
  /** A range to compare with, answered by the same statement (`canCompareAtOnce`). */
  earlier?: TimeRange;
  /** What is not reconciled; the statement looks it up without. */
  recent?: RecentSessions;
  /** Names of values in the answer, by dimension; what is stored otherwise. */
  names?: Readonly<Record<string, ValueNames>>;
  /**
   * Whether a page stands for the visits that began there where bounces and durations are asked for, as in Plausible's Stats API. Otherwise a filter on pages selects
   * visits that viewed one, and neither can be grouped by page.
   */
  countsEntries?: boolean;
  /** IDs of the imports whose days are added; none by default. Nothing but answers to queries reads them. */
  imports?: readonly number[];
  /** IANA name of the site's time zone. */
  tz: string;
  weekStart: Weekday;
  /** Those that the question mentions; all for the dimension `event:goal`. */
  goals: readonly Goal[];
  /** Names of metrics and dimensions. */
  order: readonly (readonly [name: string, direction: "asc" | "desc"])[];
  limit: number;
  offset: number;
}
