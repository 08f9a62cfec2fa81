import { type Comparison, ONE_DAY, type Query, type QueryFilter, type Timestamp } from "@marquee/contract";
import { daysOf, monthsBefore, todayOf, writeDay } from "./range.ts";
import { queryFilters, type Scope } from "./scope.ts";

/** A query about the site of this console. */
export type Question = Omit<Query, "site_id">;

interface Ask extends Pick<Question, "metrics" | "dimensions" | "order_by" | "pagination"> {
  include?: Omit<NonNullable<Question["include"]>, "comparisons">;
  /** Whether each row comes with that of the earlier range. */
  isCompared?: boolean;
  /** Filters besides those of the scope. */
  filters?: readonly QueryFilter[];
}

/** A query within a scope. It changes only at midnight, so that it identifies its result. */
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
  { range, compare, matchesWeekdays }: Omit<Scope, "filters" | "anyOf">,
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
  const earlier = matchesWeekdays ? null : earlierDays(range, now);
  if (!earlier) return { mode: "previous_period", ...weekdays };
  return { mode: "custom", date_range: [writeDay(earlier[0]), writeDay(earlier[1])] };
}

/** The same days of the month before; null for other ranges, which are compared with the days right before them. */
function earlierDays(range: Scope["range"], now: Timestamp): readonly [number, number] | null {
  const days = daysOf(range, now);
  if (!days || (range !== "month" && range !== "last-month")) return null;
  const [first] = days;
  return [monthsBefore(first, 1), range === "month" ? monthsBefore(todayOf(now), 1) : first - ONE_DAY];
}
