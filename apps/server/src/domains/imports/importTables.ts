import { cutText, type Dimension, IMPORT_SYSTEMS, type ImportSystem, shortenText } from "@marquee/contract";
import {
  columnsOf,
  type DimensionColumn,
  dimensionsOf,
  type ImportColumn,
  isUnset,
  type RawMetric,
  systemOf,
} from "./importColumns.ts";
import type { Counts, RowCollector } from "./importedRows.ts";
import { type CellValue, readDay, readNthDay } from "./readValues.ts";

/** Maximum length of column titles in messages. */
const TITLE_MAX_LENGTH = 100;
const UNUSED_MAX_LENGTH = 200;

/** Reports a problem at a line and column, and how to fix it. */
export type ReportProblem = (line: number, column: string, message: string) => void;

interface TablesOptions {
  file: string;
  today: string;
  collector: RowCollector;
  isOfSystem(system: ImportSystem): boolean;
  ignore(part: string, reason: string): void;
  /** Reports a part that is imported but may have been misinterpreted. */
  doubt(part: string, reason: string): void;
  fail: ReportProblem;
}

interface Table {
  add(record: readonly string[], line: number): void;
  end(): void;
}

/** The tables of a file: each starts with a header, after comments and empty lines. */
export function createTables(options: TablesOptions) {
  let table: Table | null = null;
  let start: string | null = null;
  const end = () => {
    table?.end();
    table = null;
  };
  return {
    add(record: readonly string[], line: number) {
      const [first = ""] = record;
      if (first.startsWith("#")) {
        end();
        start = startIn(record.join(",")) ?? start;
      } else if (record.every((cell) => cell === "")) end();
      else if (table) table.add(record, line);
      else table = openTable(record, { ...options, start });
    },
    end,
  };
}

/** The first day in a comment: `# Start date: 20240101` or `# 20240101-20240131`. */
function startIn(comment: string): string | null {
  const [, year, month, day] = /(?:Start date: |^# )(\d{4})(\d\d)(\d\d)(?:-\d{8})?$/.exec(comment) ?? [];
  return year === undefined ? null : `${year}-${month}-${day}`;
}

const SKIPPED: Table = { add: () => undefined, end: () => undefined };

function openTable(header: readonly string[], options: TablesOptions & { start: string | null }): Table {
  const { file, isOfSystem, ignore, fail } = options;
  const title = `${file}: ${cutText(header.slice(0, 4).join(", "), TITLE_MAX_LENGTH)}${header.length > 4 ? " …" : ""}`;
  const skip = (reason: string) => {
    ignore(title, reason);
    return SKIPPED;
  };
  const system = systemOf(header);
  if (!system) return skip("It has no metric that can be imported.");
  if (!isOfSystem(system)) {
    fail(0, "", `The archive has tables of GA4 and of Plausible. Import them one after the other.`);
    return SKIPPED;
  }
  const columns = columnsOf(header, system);
  const has = (kind: ImportColumn["kind"]) => columns.some((column) => column.kind === kind);
  const isNth = !has("day") && has("nth day");
  if (!has("day") && !(isNth && options.start))
    return skip("It isn't broken down by day. Add the Date dimension and export it again.");
  const unknown = header.filter((_, index) => columns[index]?.kind === "unknown");
  if (unknown.length > 0)
    return skip(
      `It is broken down by ${unknown.join(" and ")}, which can't be imported. Remove that dimension and export it again.`,
    );
  if (!has("metric")) return skip("It has no metric that can be imported.");
  const unused = header.filter((_, index) => columns[index]?.kind === "unused");
  if (unused.length > 0)
    ignore(
      `${file}: ${shortenText(unused.join(", "), UNUSED_MAX_LENGTH)}`,
      `${IMPORT_SYSTEMS[system].title} counts this, but no metric here does.`,
    );
  return readTable(header, columns, options);
}

function readTable(
  header: readonly string[],
  columns: readonly ImportColumn[],
  { file, today, collector, doubt, fail, start }: TablesOptions & { start: string | null },
): Table {
  const table = collector.table();
  const doubts = createDoubts();
  const dimensionIndexes = columns.flatMap((column, index) => (column.kind === "dimension" ? [index] : []));
  const dayIndex = columns.findIndex(({ kind }) => kind === "day");
  const nthIndex = columns.findIndex(({ kind }) => kind === "nth day");
  const readDayOf = (record: readonly string[]): CellValue<string> =>
    dayIndex >= 0
      ? readDay(record[dayIndex] ?? "", today)
      : readNthDay(record[nthIndex] ?? "", { first: start ?? "", today });
  const keyIndex = dayIndex >= 0 ? dayIndex : nthIndex;
  const isTotal = (record: readonly string[]) =>
    /^(?:grand )?totals?$/i.test(record.at(-1) ?? "") ||
    /^(?:(?:grand )?totals?)?$/i.test(record[keyIndex] ?? "") ||
    dimensionIndexes.some((index) => /^(?:RESERVED_TOTAL|grand total)$/i.test(record[index] ?? ""));
  return {
    add(record, line) {
      if (isTotal(record)) return;
      if (record.length !== header.length)
        return fail(
          line,
          "",
          `The line has ${record.length} values, but the header has ${header.length}. Export the file again.`,
        );
      const day = readDayOf(record);
      if ("problem" in day) return fail(line, header[keyIndex] ?? "", day.problem);
      const raw: Partial<Record<RawMetric, number>> = {};
      const cells = new Map<DimensionColumn, string>();
      for (const [index, column] of columns.entries()) {
        const text = record[index] ?? "";
        if (column.kind === "dimension") cells.set(column.name, text);
        if (column.kind !== "metric" || (text === "" && column.name.startsWith("page"))) continue;
        const read = column.read(text);
        if ("problem" in read) return fail(line, header[index] ?? "", read.problem);
        raw[column.name] = read.value;
      }
      const values = dimensionsOf(cells);
      // GA4 counts views as an event; here, they are page views.
      if (["page_view", "pageview", "screen_view"].includes(values.get("event:name") ?? "")) return;
      doubts.look(day.value, cells, values);
      table.add(day.value, values, countsOf(raw, values));
    },
    end() {
      table.end();
      for (const { part, reason } of doubts.list()) doubt(`${file}: ${part}`, reason);
    },
  };
}

/** Collects parts that may have been misinterpreted: unknown countries, and duplicate days. */
function createDoubts() {
  const days = new Set<string>();
  const repeated = new Set<string>();
  const countries = new Set<string>();
  return {
    look(day: string, cells: ReadonlyMap<DimensionColumn, string>, values: ReadonlyMap<Dimension, string>) {
      if (cells.size === 0) (days.has(day) ? repeated : days).add(day);
      const country = (cells.get("visit:country") ?? "").trim();
      if (values.get("visit:country") === "" && !isUnset(country)) countries.add(country);
    },
    list(): { part: string; reason: string }[] {
      const unknown = shortenText([...countries].sort().join(", "), UNUSED_MAX_LENGTH);
      const twice = shortenText([...repeated].sort().join(", "), UNUSED_MAX_LENGTH);
      return [
        ...(unknown ? [{ part: unknown, reason: UNKNOWN_COUNTRIES }] : []),
        ...(twice ? [{ part: twice, reason: REPEATED_DAYS }] : []),
      ];
    },
  };
}

const UNKNOWN_COUNTRIES =
  "These countries aren't recognized, so their visitors count as “Not set”. To keep them separate, use ISO 3166-1 codes, such as DE.";
const REPEATED_DAYS =
  "The table has these days more than once, so their counts are added up. If the lines are copies, remove them.";

/** Counts of a row. Rates and averages refer to its sessions. */
function countsOf(
  raw: Partial<Record<RawMetric, number>>,
  values: ReadonlyMap<Dimension, string>,
): Partial<Counts> {
  const { visits, pageviews, events, pageVisits } = raw;
  const visitors = raw.activeUsers ?? raw.totalUsers;
  const ofVisits = (rate: number | undefined) =>
    rate === undefined || visits === undefined ? undefined : Math.round(visits * rate);
  const engaged = raw.engagedVisits ?? ofVisits(raw.engagementRate);
  const bounces =
    raw.bounces ??
    ofVisits(raw.bounceRate) ??
    (visits === undefined || engaged === undefined ? undefined : Math.max(0, visits - engaged));
  const milliseconds = (seconds: number | undefined) =>
    seconds === undefined ? undefined : Math.round(seconds * 1000);
  const mean = raw.meanDuration;
  const duration = raw.duration ?? (mean === undefined || visits === undefined ? undefined : mean * visits);
  const counts = {
    visitors,
    visits,
    pageviews,
    bounces,
    duration: milliseconds(duration),
    // The number of events of a page or source has no counterpart here.
    events: values.has("event:name") ? events : undefined,
    page_time: milliseconds(raw.pageTime),
    page_visits: pageVisits,
  };
  return Object.fromEntries(Object.entries(counts).filter(([, value]) => value !== undefined));
}
