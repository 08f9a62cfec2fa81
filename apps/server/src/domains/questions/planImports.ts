import {
  type Dimension,
  IMPORT_SYSTEMS,
  IMPORTED_DIMENSIONS,
  type ImportSystem,
  METRICS,
  type MetricName,
  ONE_DAY,
  type QueryResponse,
  type TimeRange,
  wallClockOf,
} from "@marquee/contract";
import type { ImportedReport } from "@marquee/contract/schema";
import { importedConditions, importedDimension, TOTALS } from "./queries/importedDays.ts";
import type { Question } from "./queries/question.types.ts";

/** A completed import, and its data. */
export interface CountedImport {
  id: number;
  system: ImportSystem;
  reports: readonly ImportedReport[];
}

interface ImportPlan {
  /** IDs for the query; undefined if imported days are not part of the response. */
  imports: readonly number[] | undefined;
  /** Reports whose days are part of the response. */
  reports: readonly ImportedReport[];
  meta: Pick<
    QueryResponse["meta"],
    "imports_included" | "imports_skip_reason" | "imports_warning" | "imported_ranges" | "metric_warnings"
  >;
}

type ImportQuestion = Pick<Question, "metrics" | "dimensions" | "conditions" | "tz">;

/** The imported days that are part of a response, and the warnings about them. @param ranges of the query and its comparison. */
export function planImports(
  question: ImportQuestion,
  { ranges, imports }: { ranges: readonly TimeRange[]; imports: readonly CountedImport[] },
): ImportPlan {
  if (imports.length === 0) return skip("no_imported_data");
  const dimension = importedDimension(question);
  if (dimension === null || !isSupported(question, dimension)) return skip("unsupported_query");
  const matchingReports = ranges.flatMap((range) =>
    reportsWithin(imports, { dimension, range, tz: question.tz }),
  );
  if (matchingReports.length === 0) return skip("out_of_range");
  const warnings = warningsOf(question.metrics, matchingReports);
  const isIncluded = question.metrics.some((metric) =>
    matchingReports.some(({ report }) => has(report, metric)),
  );
  const sharesOf =
    question.metrics.includes("percentage") && importedConditions(question.conditions).length === 0;
  if (!isIncluded || (sharesOf && !matchingReports.every((each) => hasTotals(imports, each))))
    return skip("unsupported_query");
  return {
    imports: [...new Set(matchingReports.map(({ id }) => id))],
    reports: [...new Set(matchingReports.map(({ report }) => report))],
    meta: {
      imports_included: true,
      imports_warning: warningText(question.metrics, matchingReports, warnings),
      imported_ranges: uniqueRanges(matchingReports),
      ...(Object.keys(warnings).length > 0 && { metric_warnings: warnings }),
    },
  };
}

/** First day with imported data; null without any. */
export function firstImportedDay(imports: readonly CountedImport[]): string | null {
  const days = imports.flatMap(({ reports }) => reports.map(({ first }) => first)).sort();
  return days[0] ?? null;
}

function skip(reason: NonNullable<ImportPlan["meta"]["imports_skip_reason"]>): ImportPlan {
  return { imports: undefined, reports: [], meta: { imports_included: false, imports_skip_reason: reason } };
}

function isSupported({ dimensions }: ImportQuestion, dimension: string): boolean {
  const isKnown = dimension === TOTALS || IMPORTED_DIMENSIONS.includes(dimension as Dimension);
  return isKnown && !dimensions.includes("time:hour");
}

interface UsableReport {
  id: number;
  system: ImportSystem;
  report: ImportedReport;
  /** Days of the range that the report overlaps. */
  first: string;
  last: string;
}

function reportsWithin(
  imports: readonly CountedImport[],
  { dimension, range, tz }: { dimension: string; range: TimeRange; tz: string },
): UsableReport[] {
  const [from, to] = daysWithin(range, tz);
  return imports.flatMap(({ id, system, reports }) =>
    reports
      .filter((report) => report.dimension === dimension && report.first <= to && report.last >= from)
      .map((report) => ({
        id,
        system,
        report,
        first: report.first > from ? report.first : from,
        last: report.last < to ? report.last : to,
      })),
  );
}

/** Days that start within a range. */
function daysWithin({ from, to }: TimeRange, tz: string): [first: string, last: string] {
  const start = Math.ceil(wallClockOf(from, tz) / ONE_DAY) * ONE_DAY;
  const iso = (wall: number) => new Date(wall).toISOString().slice(0, 10);
  return [iso(start), iso(wallClockOf(to - 1, tz))];
}

const has = ({ metrics }: ImportedReport, metric: MetricName) =>
  metric === "percentage" ? metrics.includes("visitors") : metrics.includes(metric);

/** Whether totals cover a report's days, so that shares do not exceed 100%. */
function hasTotals(imports: readonly CountedImport[], { report }: UsableReport): boolean {
  return imports.some(({ reports }) =>
    reports.some(
      ({ dimension, metrics, first, last }) =>
        dimension === TOTALS && metrics.includes("visitors") && first <= report.first && last >= report.last,
    ),
  );
}

function warningsOf(metrics: readonly MetricName[], matchingReports: readonly UsableReport[]) {
  const warnings: NonNullable<ImportPlan["meta"]["metric_warnings"]> = {};
  for (const metric of metrics) {
    const having = matchingReports.filter(({ report }) => has(report, metric)).length;
    if (having === matchingReports.length) continue;
    const warning =
      having === 0
        ? `${METRICS[metric].title} is not in the imported data, so it covers only what was measured here.`
        : `${METRICS[metric].title} is missing in some of the imported data.`;
    warnings[metric] = { code: "no_imported_data", warning };
  }
  return warnings;
}

function warningText(
  metrics: readonly MetricName[],
  matchingReports: readonly UsableReport[],
  warnings: NonNullable<ImportPlan["meta"]["metric_warnings"]>,
): string {
  const systems = [...new Set(matchingReports.map(({ system }) => IMPORT_SYSTEMS[system].title))].join(
    " and ",
  );
  const sentences = [`Includes daily totals imported from ${systems}.`];
  if (metrics.includes("visitors") && !warnings.visitors)
    sentences.push("Visitors of imported days are added up, so someone counts once on each day.");
  return [...sentences, ...Object.values(warnings).map(({ warning }) => warning)].join(" ");
}

function uniqueRanges(matchingReports: readonly UsableReport[]) {
  const ranges = matchingReports.map(({ system, first, last }) => ({ system, first, last }));
  const unique = new Map(ranges.map((range) => [JSON.stringify(range), range]));
  return [...unique.values()].sort((one, other) => (one.first < other.first ? -1 : 1));
}
