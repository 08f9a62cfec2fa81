import { NOT_SET } from "@marquee/contract";
import { campaignValueSql, readablePathSql } from "../../../platform/storage/events/spelling.ts";
import type { Bindings } from "./bindings.ts";
import { comparisonsIn, createConditions, everyDimensionIn } from "./conditions.ts";
import { bucketOf, isTime, named, orNotSet } from "./dimensionColumns.ts";
import { COUNTS } from "./metrics/metricRows.ts";
import { periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";
import type { Rows } from "./questionRows.ts";

/** Totals of a day, without a dimension. */
export const TOTALS = "";

const SUMS = Object.entries(COUNTS).flatMap(([name, { onImported }]) =>
  onImported ? [[name, `ifNull(${onImported}, 0)`]] : [],
);

/**
 * The dimension whose imported rows can answer a query: the only one that it groups and filters by, besides time; totals if there is
 * none.
 * @returns null if it uses several, or one about behavior, which daily totals lack.
 */
export function importedDimension({
  dimensions,
  conditions,
}: Pick<Question, "dimensions" | "conditions">): string | null {
  const limits = importedConditions(conditions);
  if (comparisonsIn(limits).some(({ isOfBehavior }) => isOfBehavior)) return null;
  const named = [...dimensions.filter((each) => !isTime(each)), ...everyDimensionIn(limits)];
  const [dimension = TOTALS, ...surplus] = [...new Set<string>(named)];
  return surplus.length > 0 ? null : dimension;
}

/** Conditions that limit imported days. They have no hosts, so a filter on the site's own hosts must include them. */
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

/** A value in its current stored form; imports of earlier versions have the file's form. */
function storedValue(dimension: string): string {
  if (["event:page", "visit:entry_page", "visit:exit_page"].includes(dimension))
    return readablePathSql("value");
  return dimension.startsWith("visit:utm_") ? campaignValueSql("value") : "value";
}

/** Imported days, and the sums of their counts by name. A day is in a range if its start is. */
export function importedDays(
  question: Question,
  { imports, bindings }: { imports: readonly number[]; bindings: Bindings },
): Rows & { counts: Readonly<Record<string, string>> } {
  const dimension = importedDimension(question) ?? TOTALS;
  const value = storedValue(dimension);
  const time = "toDateTime(day, {tz:String})";
  const { arrayJoin, where } = periodsOf(question.earlier !== undefined).split(
    (from, to) => `${time} >= ${from} AND ${time} < ${to}`,
  );
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
    counts: Object.fromEntries(SUMS),
    time,
    keys: question.dimensions.map((each) =>
      isTime(each)
        ? bucketOf(each, time, question.weekStart)
        : orNotSet(named(value, question.names?.[dimension])),
    ),
  };
}
