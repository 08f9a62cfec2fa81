import type { MetricName } from "@marquee/contract";
import { recentParams } from "../../../platform/storage/events/queries/sessions.ts";
import { type Bindings, createBindings } from "./bindings.ts";
import { dimensionsIn, everyDimensionIn } from "./conditions.ts";
import { isEvent } from "./dimensionColumns.ts";
import type { Formula } from "./metrics/metric.types.ts";
import { COUNTS, METRIC_ROWS } from "./metrics/metricRows.ts";
import { partsOf, withoutGoals } from "./partsOf.ts";
import { periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";

export interface Statement {
  sql: string;
  /** The statement contains no user input; all of it is bound. */
  params: Record<string, unknown>;
}

function formulaOf(metric: MetricName, question: Question): Formula {
  const { formula, withImports, ofEntries } = METRIC_ROWS[metric];
  if (isOfEntries(metric, question)) return ofEntries ?? formula;
  return (question.imports && withImports) ?? formula;
}

/** As in Plausible, whose durations are of all visits that viewed a page unless they are grouped by it. */
function isOfEntries(metric: MetricName, { countsEntries, dimensions, conditions }: Question): boolean {
  if (!countsEntries) return false;
  const isFiltered = metric === "bounce_rate" && dimensionsIn(conditions).includes("event:page");
  return isFiltered || dimensions.includes("event:page");
}

/**
 * Whether one statement can answer a query for two ranges. It takes less than twice the time, because half of a statement's time goes to sessions that
 * are not reconciled.
 */
export function canCompareAtOnce({ metrics, dimensions, conditions }: Question): boolean {
  const names = [...dimensions, ...everyDimensionIn(conditions)];
  return !metrics.some((metric) => METRIC_ROWS[metric].isOfOneRange) && !names.some(isEvent);
}

/**
 * One statement that answers a query. Rows have the columns `dimensions` and `metrics` (arrays, in the query's order) and `total_rows`; with an `earlier` range
 * also `is_earlier`, and each range its own rows up to the limit.
 *
 * Everything but events and leads is read from visits, which list their page views: reconciled ones from the rollup, the others from the events. A visit counts on
 * the day that it starts, visitors and page views when they happen. A condition on page views selects those, and the visits that have one. A condition
 * on goals, event names or properties selects events, and the visitors and visits that have one.
 */
export function compileQuestion(question: Question): Statement {
  const { range, earlier, recent, tz, dimensions, metrics } = question;
  const bindings = createBindings({
    from: range.from,
    to: range.to,
    tz,
    ...(recent && recentParams(recent)),
    ...(earlier && { earlierFrom: earlier.from, earlierTo: earlier.to }),
  });
  const counted = countsOf(metrics, question);
  const keys = dimensions.map((_, index) => `d${index}`);
  const periods = periodsOf(earlier !== undefined).keys;
  const grouped = [...keys, ...periods];
  const parts = partsOf(question, { bindings, counted });
  // Without dimensions, there is a row even without data.
  if (earlier && keys.length === 0) parts.push(nothingInBoth(counted));
  const list = (items: readonly string[]) => items.join(", ");
  const visible = [...counted].filter((each) => !COUNTS[each]?.isHidden);
  const hasAny = (visible.length > 0 ? visible : [...counted]).map((each) => `${each} > 0`);
  const order = [...question.order.map((each) => orderBy(question, each)), ...keys];
  const sql = `
    SELECT [${list(keys)}]::Array(String) AS dimensions,
           [${list(metrics.map((metric) => formulaOf(metric, question).sql))}]::Array(Nullable(Float64)) AS metrics,
           toFloat64(count() OVER (${earlier ? "PARTITION BY is_earlier" : ""})) AS total_rows${list(["", ...periods])}
    FROM (
      SELECT *${list(["", ...denominators(question, bindings)])} FROM (
        SELECT ${list([...grouped, ...[...counted].map((each) => `sum(part.${each}) AS ${each}`)])}
        FROM (${parts.join("\n UNION ALL ")}) AS part
        ${grouped.length > 0 ? `GROUP BY ${list(grouped)}` : ""}))
    ${keys.length > 0 ? `WHERE ${hasAny.join(" OR ")}` : ""}
    ${order.length > 0 ? `ORDER BY ${list(order)}` : ""}
    ${earlier ? `LIMIT ${Math.floor(question.limit)} BY is_earlier` : `LIMIT ${Math.floor(question.limit)} OFFSET ${Math.floor(question.offset)}`}`;
  return { sql, params: bindings.params };
}

const nothingInBoth = (counted: ReadonlySet<string>) =>
  `SELECT ${["is_earlier", ...[...counted].map((name) => `toInt64(0) AS ${name}`)].join(", ")}
   FROM (SELECT arrayJoin([0, 1]) AS is_earlier)`;

/** The counts that metrics need, in the order of {@link COUNTS}. */
function countsOf(metrics: readonly MetricName[], question: Question): Set<string> {
  const needed = new Set(metrics.flatMap((metric) => formulaOf(metric, question).counts));
  return new Set(Object.keys(COUNTS).filter((each) => needed.has(each)));
}

function orderBy({ metrics, dimensions }: Question, [name, direction]: Question["order"][number]): string {
  const metric = ([...metrics] as string[]).indexOf(name);
  const key = ([...dimensions] as string[]).indexOf(name);
  return `${metric >= 0 ? `metrics[${metric + 1}]` : `d${key}`} ${direction === "asc" ? "ASC" : "DESC"} NULLS LAST`;
}

/** Columns with the denominators of percentages. */
function denominators(question: Question, bindings: Bindings): string[] {
  const columns: string[] = [];
  const visitorsOf = (whole: Question) =>
    `(SELECT sum(visitors) FROM (${partsOf(whole, { bindings, counted: new Set(["visitors"]) }).join(" UNION ALL ")}))`;
  const whole = { ...question, dimensions: [] };
  if (question.metrics.includes("percentage")) columns.push(`${visitorsOf(whole)} AS total`);
  if (question.metrics.includes("conversion_rate"))
    columns.push(`${visitorsOf(withoutGoals(whole))} AS total_visitors`);
  if (question.metrics.includes("group_conversion_rate")) {
    const groupColumns = question.dimensions.flatMap((dimension, index) =>
      dimension === "event:goal" ? [] : [`d${index}`],
    );
    columns.push(
      `max(all_visitors) OVER (${groupColumns.length > 0 ? `PARTITION BY ${groupColumns.join(", ")}` : ""}) AS group_visitors`,
    );
  }
  return columns;
}
