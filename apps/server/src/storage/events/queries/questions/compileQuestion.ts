import type { MetricName } from "@marquee/contract";
import { recentParams } from "../sessions.ts";
import { type Bindings, createBindings } from "./bindings.ts";
import { dimensionsIn, everyDimensionIn } from "./conditions.ts";
import { isEvent } from "./dimensionColumns.ts";
import { IMPORT_GAPS } from "./importedDays.ts";
import { LEAD_COUNTS, partsOf, withoutGoals } from "./parts.ts";
import { periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";

export interface Statement {
  sql: string;
  /** The statement contains no text of a person; all of it is bound. */
  params: Record<string, unknown>;
}

/**
 * What the parts of a statement count. A part counts some of these and has zeros for the others; rows of all parts with the same dimensions are added up.
 * Durations are in milliseconds. `all_visitors` are those of the question without its goals, `row_visitors` those of a row of them who reached a goal. `entries` are
 * visits by the page that they began with. `exits` are visits that were measured here, as the page views of the pages that they ended on.
 */
const COUNTS = [
  "visitors",
  "visits",
  "pageviews",
  "views_of_visits",
  "bounces",
  "duration",
  "events",
  "page_time",
  "page_visits",
  "leads",
  "consented_leads",
  "row_visitors",
  "all_visitors",
  ...LEAD_COUNTS,
  "entries",
  "entry_bounces",
  "entry_duration",
  "exits",
  "exit_page_views",
  "scroll_depths",
  "scrolled_visits",
  ...Object.keys(IMPORT_GAPS),
];
/** What only others are divided by, or only some visits have: no row is shown for its sake. */
const NOT_SHOWN = new Set([
  "all_visitors",
  "exit_page_views",
  "entries",
  "entry_bounces",
  "entry_duration",
  ...Object.keys(IMPORT_GAPS),
]);

interface Formula {
  /** Of {@link COUNTS}. */
  counts: readonly string[];
  sql: string;
}

const count = (name: string): Formula => ({ counts: [name], sql: `toFloat64(${name})` });
const quotient = (of: string, by: string, { factor = 1, digits = 2, counts = [of, by] } = {}): Formula => ({
  counts,
  sql: `if(${by} = 0, NULL, round(${of} * ${factor} / ${by}, ${digits}))`,
});
const SECONDS = { factor: 0.001, digits: 0 };
const PERCENT = { factor: 100 };

const FORMULAS: Record<MetricName, Formula> = {
  visitors: count("visitors"),
  visits: count("visits"),
  pageviews: count("pageviews"),
  events: count("events"),
  leads: count("leads"),
  views_per_visit: quotient("views_of_visits", "visits"),
  bounce_rate: quotient("bounces", "visits", PERCENT),
  visit_duration: quotient("duration", "visits", SECONDS),
  time_on_page: quotient("page_time", "page_visits", SECONDS),
  scroll_depth: quotient("scroll_depths", "scrolled_visits", { digits: 0 }),
  exit_rate: {
    counts: ["exits", "exit_page_views"],
    // A visit that starts in the range may end on its page after it.
    sql: "if(exit_page_views = 0, NULL, round(exits * 100 / greatest(exits, exit_page_views), 2))",
  },
  meetings: count("meetings"),
  won_leads: count("won_leads"),
  // Cents, because sums of fractions depend on their order.
  won_value: { counts: ["won_cents"], sql: "won_cents / 100" },
  lead_rate: quotient("consented_leads", "visitors", PERCENT),
  percentage: quotient("visitors", "total", { ...PERCENT, counts: ["visitors"] }),
  conversion_rate: quotient("visitors", "total_visitors", { ...PERCENT, counts: ["visitors"] }),
  group_conversion_rate: quotient("row_visitors", "group_visitors", {
    ...PERCENT,
    counts: ["row_visitors", "all_visitors"],
  }),
};

/** Formulas with imported days, which don't have everything: what they lack is left out of the divisor. */
const FORMULAS_WITH_IMPORTS: Partial<Record<MetricName, Formula>> = {
  views_per_visit: withoutGap("views_of_visits", "visits", "visits_without_views"),
  bounce_rate: withoutGap("bounces", "visits", "visits_without_bounces", PERCENT),
  visit_duration: withoutGap("duration", "visits", "visits_without_duration", SECONDS),
  lead_rate: withoutGap("consented_leads", "visitors", "imported_visitors", PERCENT),
};

/** Formulas where a page stands for the visits that began there. */
const FORMULAS_OF_ENTRIES: Partial<Record<MetricName, Formula>> = {
  bounce_rate: withoutGap("entry_bounces", "entries", "visits_without_bounces", PERCENT),
  visit_duration: withoutGap("entry_duration", "entries", "visits_without_duration", SECONDS),
};

function withoutGap(of: string, by: string, gap: string, given = {}): Formula {
  return quotient(of, `(${by} - ${gap})`, { ...given, counts: [of, by, gap] });
}

function formulaOf(metric: MetricName, question: Question): Formula {
  if (isOfEntries(metric, question)) return FORMULAS_OF_ENTRIES[metric] ?? FORMULAS[metric];
  return (question.imports && FORMULAS_WITH_IMPORTS[metric]) ?? FORMULAS[metric];
}

/** As in Plausible, whose durations are of all visits that viewed a page unless they are grouped by it. */
function isOfEntries(metric: MetricName, { countsEntries, dimensions, conditions }: Question): boolean {
  if (!countsEntries) return false;
  const isFiltered = metric === "bounce_rate" && dimensionsIn(conditions).includes("event:page");
  return isFiltered || dimensions.includes("event:page");
}

/**
 * Whether one statement can answer a question for two ranges. It needs less than twice the time, because half of a statement's time goes to sessions that
 * are not reconciled. Events and scroll depths are read by range, and percentages divide by a total of the range.
 */
export function canCompareAtOnce({ metrics, dimensions, conditions }: Question): boolean {
  const ofWhole = ["events", "percentage", "conversion_rate", "group_conversion_rate", "scroll_depth"];
  const names = [...dimensions, ...everyDimensionIn(conditions)];
  return !metrics.some((metric) => ofWhole.includes(metric)) && !names.some(isEvent);
}

/**
 * One statement that answers a question. Rows have the columns `dimensions` and `metrics` (arrays, in the question's order) and `total_rows`; with an
 * `earlier` range also `is_earlier`, and each range its own rows up to the limit.
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
  // Without dimensions there is a row also if nothing happened.
  if (earlier && keys.length === 0) parts.push(nothingInBoth(counted));
  const list = (items: readonly string[]) => items.join(", ");
  const shown = [...counted].filter((each) => !NOT_SHOWN.has(each));
  const isShown = (shown.length > 0 ? shown : [...counted]).map((each) => `${each} > 0`);
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
    ${keys.length > 0 ? `WHERE ${isShown.join(" OR ")}` : ""}
    ${order.length > 0 ? `ORDER BY ${list(order)}` : ""}
    ${earlier ? `LIMIT ${Math.floor(question.limit)} BY is_earlier` : `LIMIT ${Math.floor(question.limit)} OFFSET ${Math.floor(question.offset)}`}`;
  return { sql, params: bindings.params };
}

const nothingInBoth = (counted: ReadonlySet<string>) =>
  `SELECT ${["is_earlier", ...[...counted].map((name) => `toInt64(0) AS ${name}`)].join(", ")}
   FROM (SELECT arrayJoin([0, 1]) AS is_earlier)`;

/** What the parts must count for metrics, in the order of {@link COUNTS}. */
function countsOf(metrics: readonly MetricName[], question: Question): Set<string> {
  const needed = new Set(metrics.flatMap((metric) => formulaOf(metric, question).counts));
  return new Set(COUNTS.filter((each) => needed.has(each)));
}

function orderBy({ metrics, dimensions }: Question, [name, direction]: Question["order"][number]): string {
  const metric = ([...metrics] as string[]).indexOf(name);
  const key = ([...dimensions] as string[]).indexOf(name);
  return `${metric >= 0 ? `metrics[${metric + 1}]` : `d${key}`} ${direction === "asc" ? "ASC" : "DESC"} NULLS LAST`;
}

/** Columns of what percentages divide by. */
function denominators(question: Question, bindings: Bindings): string[] {
  const columns: string[] = [];
  const visitorsOf = (whole: Question) =>
    `(SELECT sum(visitors) FROM (${partsOf(whole, { bindings, counted: new Set(["visitors"]) }).join(" UNION ALL ")}))`;
  const whole = { ...question, dimensions: [] };
  if (question.metrics.includes("percentage")) columns.push(`${visitorsOf(whole)} AS total`);
  if (question.metrics.includes("conversion_rate"))
    columns.push(`${visitorsOf(withoutGoals(whole))} AS total_visitors`);
  if (question.metrics.includes("group_conversion_rate")) {
    const others = question.dimensions.flatMap((dimension, index) =>
      dimension === "event:goal" ? [] : [`d${index}`],
    );
    columns.push(
      `max(all_visitors) OVER (${others.length > 0 ? `PARTITION BY ${others.join(", ")}` : ""}) AS group_visitors`,
    );
  }
  return columns;
}
