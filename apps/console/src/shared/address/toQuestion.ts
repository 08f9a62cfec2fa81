import { type Comparison, ONE_DAY, type Query, type QueryFilter, type Timestamp } from "@marquee/contract";
import { daysOf, isPreset, monthsBefore, todayOf, writeDay } from "./range.ts";
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
 * What the scope's range is compared with; null for nothing. A week or month so far is compared with the same days of the one before, which are not the
 * days right before it.
 */
export function toComparison(
  { range, compare, matchesWeekdays }: Omit<Scope, "filters" | "anyOf">,
  now: Timestamp,
): Comparison | null {
  if (compare === "none" || range === "all") return null;
  const weekdays = matchesWeekdays && { match_day_of_week: true };
  if (compare === "year") return { mode: "year_over_year", ...weekdays };
  if (compare !== "previous") {
    const [first = "", last = ""] = compare.split("..");
    return { mode: "custom", date_range: [first, last] };
  }
  const earlier = matchesWeekdays ? null : earlierDays(range, now);
  if (!earlier) return { mode: "previous_period", ...weekdays };
  return { mode: "custom", date_range: [writeDay(earlier[0]), writeDay(earlier[1])] };
}

/** The days before a range whose length varies; null for the days right before it. */
function earlierDays(range: Scope["range"], now: Timestamp): readonly [number, number] | null {
  const today = todayOf(now);
  const days = daysOf(range, now);
  if (!days || !isPreset(range)) return null;
  const [first] = days;
  switch (range) {
    case "week":
      return [first - 7 * ONE_DAY, today - 7 * ONE_DAY];
    case "month":
      return [monthsBefore(first, 1), monthsBefore(today, 1)];
    case "last-month":
      return [monthsBefore(first, 1), first - ONE_DAY];
    case "year":
      return [monthsBefore(first, 12), monthsBefore(today, 12)];
    default:
      return null;
  }
}
