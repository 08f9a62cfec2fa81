import {
  type DateRangeName,
  type Query,
  type QueryFilter,
  queryComparison,
  queryRange,
  type Timestamp,
} from "@marquee/contract";
import { siteId } from "../query/siteId.ts";
import { clockAt } from "./range.ts";
import { type Scope, scopeFilters } from "./scope.ts";

/** A query about the site of this console. */
export type Question = Omit<Query, "site_id">;

interface Ask extends Pick<Question, "metrics" | "dimensions" | "order_by" | "pagination"> {
  include?: Omit<NonNullable<Question["include"]>, "comparisons">;
  /** Whether each row includes the values of the earlier range. */
  isCompared?: boolean;
  /** Filters besides those of the scope. */
  filters?: readonly QueryFilter[];
}

/**
 * A query within a scope. It changes only at midnight, or every five minutes for the current month, so that it can serve as a cache
 * key.
 */
export function toQuestion(scope: Scope, now: Timestamp, ask: Ask): Question {
  const clock = clockAt(now);
  const { isCompared = false, filters = [], include = {}, ...rest } = ask;
  const comparisons = isCompared ? queryComparison(scope, clock) : null;
  const all = [...scopeFilters(scope), ...filters];
  const included = { ...include, ...(comparisons && { comparisons }) };
  return {
    date_range: queryRange(scope.range, clock),
    ...rest,
    ...(all.length > 0 && { filters: all }),
    ...(Object.keys(included).length > 0 && { include: included }),
  };
}

/** Site and date range, as in a query. They can serve as a cache key, like {@link toQuestion}. */
export const toPeriod = (range: DateRangeName) => ({
  site_id: siteId(),
  date_range: queryRange(range, clockAt(Date.now())),
});

/** The scope's filters, as in a query. */
export const toQueryScope = (scope: Scope) => ({ ...toPeriod(scope.range), filters: scopeFilters(scope) });
