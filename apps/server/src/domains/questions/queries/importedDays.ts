import { NOT_SET } from "@marquee/contract";
import { campaignValueSql, readablePathSql } from "../../../platform/storage/events/spelling.ts";
import type { Bindings } from "./bindings.ts";
import { comparisonsIn, createConditions, everyDimensionIn } from "./conditions.ts";
import { isTime, named } from "./dimensionColumns.ts";
import type { Periods } from "./periods.ts";
import type { Question } from "./question.types.ts";

/** Totals of a day, without a dimension. */
export const TOTALS = "";

/** Counts of imported days that say what others lack: what quotients must not divide by. */
export const IMPORT_GAPS = {
  visits_without_views: "sumIf(stored.visits, stored.pageviews IS NULL)",
  visits_without_bounces: "sumIf(stored.visits, stored.bounces IS NULL)",
  visits_without_duration: "sumIf(stored.visits, stored.duration IS NULL)",
  imported_visitors: "sum(stored.visitors)",
};

// Columns are named with their table, because the sums have the same names.
const SUMS = {
  visitors: "sum(stored.visitors)",
  visits: "sum(stored.visits)",
  pageviews: "sum(stored.pageviews)",
  views_of_visits: "sumIf(stored.pageviews, stored.visits IS NOT NULL)",
  bounces: "sumIf(stored.bounces, stored.visits IS NOT NULL)",
  duration: "sumIf(stored.duration, stored.visits IS NOT NULL)",
  events: "sum(stored.events)",
  page_time: "sumIf(stored.page_time, stored.page_visits IS NOT NULL)",
  page_visits: "sumIf(stored.page_visits, stored.page_time IS NOT NULL)",
  // By page, imported days have what the other system counts there.
  entries: "sum(stored.visits)",
  entry_bounces: "sumIf(stored.bounces, stored.visits IS NOT NULL)",
  entry_duration: "sumIf(stored.duration, stored.visits IS NOT NULL)",
  ...IMPORT_GAPS,
};
const COUNTS = Object.fromEntries(Object.entries(SUMS).map(([name, sum]) => [name, `ifNull(${sum}, 0)`]));

/**
 * The dimension whose imported rows answer a question: the only one that it groups and filters by, besides time; totals without one.
 * @returns null if it takes more than one, or says what visitors did, which totals of days can't tell.
 */
export function importedDimension({
  dimensions,
  conditions,
}: Pick<Question, "dimensions" | "conditions">): string | null {
  const limits = importedConditions(conditions);
  if (comparisonsIn(limits).some(({ isOfBehavior }) => isOfBehavior)) return null;
  const named = [...dimensions.filter((each) => !isTime(each)), ...everyDimensionIn(limits)];
  const [dimension = TOTALS, ...others] = [...new Set<string>(named)];
  return others.length > 0 ? null : dimension;
}

/** Conditions that limit imported days. Those have no hosts, as screens that are limited to the site's own ones include. */
export function importedConditions(conditions: Question["conditions"]): Question["conditions"] {
  return conditions.filter(
    (each) =>
      !(
        "dimension" in each &&
        each.dimension === "event:hostname" &&
        each.operator === "is" &&
        each.values.includes(NOT_SET)
      ),
  );
}

/** A value as it is stored today; imports of earlier versions have it as the file did. */
function storedValue(dimension: string): string {
  if (["event:page", "visit:entry_page", "visit:exit_page"].includes(dimension))
    return readablePathSql("value");
  return dimension.startsWith("visit:utm_") ? campaignValueSql("value") : "value";
}

interface Selected {
  imports: readonly number[];
  bindings: Bindings;
  periods: Periods;
}

/** Clauses that select imported days, by the names of what they count. A day is in a range if its start is. */
export function importedDays(question: Question, { imports, bindings, periods }: Selected) {
  const dimension = importedDimension(question) ?? TOTALS;
  const value = storedValue(dimension);
  const time = "toDateTime(day, {tz:String})";
  const { arrayJoin, where } = periods.split((from, to) => `${time} >= ${from} AND ${time} < ${to}`);
  const matching = createConditions({
    bindings,
    columns: { [dimension]: value },
    visitsWithEvent: () => "(SELECT 0, '')",
  });
  const ids = imports.map((id) => Math.floor(id)).join(", ");
  const conditions = [
    `import_id IN (${ids})`,
    `dimension = ${bindings.bind(dimension)}`,
    where,
    matching.onViews(importedConditions(question.conditions)),
  ];
  return {
    from: `imported_days AS stored ${arrayJoin} WHERE ${conditions.join(" AND ")}`,
    counts: COUNTS,
    time,
    value: named(value, question.names?.[dimension]),
  };
}
