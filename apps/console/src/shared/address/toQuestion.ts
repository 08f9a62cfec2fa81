import {
  type Comparison,
  instantAt,
  ONE_DAY,
  ONE_MINUTE,
  type Query,
  type QueryFilter,
  type Timestamp,
  wallClockOf,
} from "@marquee/contract";
import { siteTime } from "../format/siteTime.ts";
import { daysOf, monthsBefore, todayOf, writeDay } from "./range.ts";
import { queryFilters, type Scope, type ScopeFilters } from "./scope.ts";

/** A query about the site of this console. */
export type Question = Omit<Query, "site_id">;

/** Of the time until which a month so far is compared. */
const PRECISION = 5 * ONE_MINUTE;

interface Ask extends Pick<Question, "metrics" | "dimensions" | "order_by" | "pagination"> {
  include?: Omit<NonNullable<Question["include"]>, "comparisons">;
  /** Whether each row comes with that of the earlier range. */
  isCompared?: boolean;
  /** Filters besides those of the scope. */
  filters?: readonly QueryFilter[];
}

/** A query within a scope. It changes only at midnight, or for a month so far every five minutes, so that it identifies its result. */
export function toQuestion(scope: Scope, now: Timestamp, ask: Ask): Question {
  const { isCompared = false, filters = [], include = {}, ...given } = ask;
  const comparisons = isCompared ? toComparison(scope, now) : null;
  const all = [...queryFilters(scope), ...filters];
  const included = { ...include, ...(comparisons && { comparisons }) };
  return {
    date_range: toDateRange(scope, now),
    ...given,
    ...(all.length > 0 && { filters: all }),
    ...(Object.keys(included).length > 0 && { include: included }),
  };
}

/** The range's days until the current one. A range that begins later keeps its days. */
function toDateRange({ range }: Pick<Scope, "range">, now: Timestamp): Question["date_range"] {
  const days = daysOf(range, now);
  if (!days) return "all";
  const [first, last] = days;
  return [writeDay(first), writeDay(Math.max(first, Math.min(last, todayOf(now))))];
}

/**
 * What the scope's range is compared with; null for nothing. A week, month or year so far is compared with the same days of the
 * one before, which are not the days right before it.
 */
export function toComparison(
  { range, compare, matchesWeekdays }: Omit<Scope, keyof ScopeFilters>,
  now: Timestamp,
): Comparison | null {
  if (compare === "none" || range === "all") return null;
  const weekdays = matchesWeekdays && { match_day_of_week: true };
  if (compare === "previous" && range === "week") return { mode: "previous_period", match_day_of_week: true };
  if (compare === "previous" && range === "year") return { mode: "year_over_year", ...weekdays };
  if (compare === "year") return { mode: "year_over_year", ...weekdays };
  if (compare !== "previous") {
    const [first = "", last = ""] = compare.split("..");
    return { mode: "custom", date_range: [first, last] };
  }
  const earlier = matchesWeekdays ? null : earlierMonth(range, now);
  return earlier ? { mode: "custom", date_range: earlier } : { mode: "previous_period", ...weekdays };
}

/** The month before, or its part until the same day and time; null for other ranges, which are compared with the days right before them. */
function earlierMonth(range: Scope["range"], now: Timestamp): readonly [string, string] | null {
  const days = daysOf(range, now);
  if (!days || (range !== "month" && range !== "last-month")) return null;
  const [first] = days;
  const start = monthsBefore(first, 1);
  if (range === "last-month") return [writeDay(start), writeDay(first - ONE_DAY)];
  const { timeZone } = siteTime();
  const at = Math.floor(now / PRECISION) * PRECISION;
  const timeOfDay = wallClockOf(at, timeZone) % ONE_DAY;
  const end = instantAt(monthsBefore(todayOf(at), 1) + timeOfDay, timeZone);
  return [new Date(instantAt(start, timeZone)).toISOString(), new Date(end).toISOString()];
}
