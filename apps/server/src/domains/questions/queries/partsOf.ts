import type { Bindings } from "./bindings.ts";
import { usesEvents } from "./conditions.ts";
import { isEvent, isTime, isView } from "./dimensionColumns.ts";
import { importedDays } from "./importedDays.ts";
import { keyOf } from "./keyOf.ts";
import { countedLeadRows } from "./leadRows.ts";
import type { RowKind } from "./metrics/metric.types.ts";
import { COUNTS } from "./metrics/metricRows.ts";
import { periodsOf } from "./periods.ts";
import type { Question } from "./question.types.ts";
import { questionRows, type Rows } from "./questionRows.ts";

interface Counted {
  bindings: Bindings;
  /** The needed counts; each part computes those that it can. */
  counted: ReadonlySet<string>;
}

/**
 * Subqueries that together compute the needed counts, each with the columns `d0`, `d1` … and one per count, and `is_earlier` if two ranges are
 * compared.
 */
export function partsOf(question: Question, { bindings, counted }: Counted): string[] {
  const rows = questionRows(question, bindings);
  const rowsOf: Readonly<Record<RowKind, () => Rows>> = {
    events: rows.ofEvents,
    "visits and views": rows.ofVisitsAndViews,
    views: rows.ofViews,
    visits: rows.ofVisits,
    entries: rows.ofEntries,
    "exit pages": () => viewsOfExitPages(question, bindings),
    "scrolled visits": rows.ofScrolledVisits,
    leads: () => ({ ...countedLeadRows(question, bindings), time: "lead_at" }),
    everyone: () => everyone(question, bindings),
  };
  const kinds = kindsFor(question);
  const kindOf = (name: string) => kinds.find((kind) => COUNTS[name]?.on[kind]);
  const parts = (Object.keys(rowsOf) as RowKind[]).flatMap((kind) => {
    const names = [...counted].filter((name) => kindOf(name) === kind);
    if (names.length === 0) return [];
    const sqlOf = (name: string) => {
      const sql = COUNTS[name]?.on[kind];
      return typeof sql === "function" ? sql(rows.counted) : sql;
    };
    const part = rowsOf[kind]();
    return countRows(part, (name) => (names.includes(name) ? sqlOf(name) : undefined));
  });
  if (!question.imports) return parts;
  const stored = importedDays(question, { imports: question.imports, bindings });
  return [...parts, countRows(stored, (name) => stored.counts[name])];

  function countRows(
    { from, time, keys = question.dimensions.map((each) => keyOf(each, { question, bindings, time })) }: Rows,
    sqlOf: (name: string) => string | undefined,
  ): string {
    const periods = periodsOf(question.earlier !== undefined).keys;
    const grouped = [...keys.map((_, index) => `d${index}`), ...periods];
    return `
      SELECT ${[
        ...keys.map((key, index) => `${key} AS d${index}`),
        ...periods,
        ...[...counted].map((name) => `toInt64(${sqlOf(name) ?? 0}) AS ${name}`),
      ].join(", ")}
      FROM ${from}
      ${grouped.length > 0 ? `GROUP BY ${grouped.join(", ")}` : ""}`;
  }
}

/** The kinds of rows that a query counts on: the first ones that can provide its counts. */
function kindsFor({ dimensions, conditions }: Question): RowKind[] {
  const alwaysCounted = ["entries", "exit pages", "scrolled visits", "leads", "everyone"] as const;
  if (usesEvents(conditions) || dimensions.some(isEvent)) return ["events", "visits", ...alwaysCounted];
  return dimensions.some((dimension) => isView(dimension) || isTime(dimension))
    ? ["views", "visits", "events", ...alwaysCounted]
    : ["visits and views", "views", "events", ...alwaysCounted];
}

/** Page views of the pages that visits can end on; the only dimension is the exit page (`checkMetrics`). */
function viewsOfExitPages(question: Question, bindings: Bindings): Rows {
  const byPage: Question = { ...question, dimensions: ["event:page"] };
  const rows = questionRows(byPage, bindings).ofViews();
  return {
    ...rows,
    keys: byPage.dimensions.map((each) => keyOf(each, { question, bindings, time: rows.time })),
  };
}

/** Visitors by the same dimensions, whether or not they reached a goal. */
function everyone(question: Question, bindings: Bindings): Rows {
  const dimensions = question.dimensions.filter((dimension) => dimension !== "event:goal");
  const parts = partsOf(
    { ...withoutGoals(question), dimensions },
    { bindings, counted: new Set(["visitors"]) },
  );
  const keys = question.dimensions.map((dimension) =>
    dimension === "event:goal" ? "''" : `everyone.d${dimensions.indexOf(dimension)}`,
  );
  return { from: `(${parts.join(" UNION ALL ")}) AS everyone`, time: "", keys };
}

/** The query about all visitors, whether or not they reached a goal. Its conditions on goals are at the top level (`checkQuery`). */
export function withoutGoals(question: Question): Question {
  return {
    ...question,
    conditions: question.conditions.filter(
      (each) => !("dimension" in each && each.dimension === "event:goal"),
    ),
  };
}
