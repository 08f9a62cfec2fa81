import { type Dimension, METRIC_NAMES, type MetricName } from "@marquee/contract";
import type { ImportedReport } from "@marquee/contract/schema";
import { TOTALS } from "../questions/queries/importedDays.ts";
import type { ImportedCount } from "../questions/queries/metrics/metric.types.ts";
import { METRIC_ROWS } from "../questions/queries/metrics/metricRows.ts";

/** A count missing from the file is null. */
export type Counts = Record<ImportedCount, number | null>;

/** A row of the event store, without its import. */
export interface ImportedRow extends Counts {
  /** Empty for daily totals. */
  dimension: string;
  day: string;
  value: string;
}

/** Many times the rows of a large site in years. */
export const MAX_ROWS = 500_000;
const NOTHING: Counts = {
  visitors: null,
  visits: null,
  pageviews: null,
  bounces: null,
  duration: null,
  events: null,
  page_time: null,
  page_visits: null,
};

// Safe cast: the keys of a record.
const COUNT_NAMES = Object.keys(NOTHING) as ImportedCount[];

/** Rows of files, one for each day and value of a dimension. */
export interface RowCollector {
  /**
   * Starts a table. Its rows of the same day and value are added up. Counts from an earlier table for the same day are
   * kept.
   */
  table(): {
    add(day: string, values: ReadonlyMap<Dimension, string>, counts: Partial<Counts>): void;
    end(): void;
  };
  rows(): ImportedRow[];
  /** Whether there are too many. */
  isFull(): boolean;
}

export function createRowCollector(maxRows: number): RowCollector {
  const all = new Map<string, ImportedRow>();
  /** Which table a count of a day comes from. */
  const owners = new Map<string, number>();
  let tables = 0;
  let size = 0;
  return {
    table() {
      tables += 1;
      const tableRows = new Map<string, ImportedRow>();
      const addTo = (dimension: string, value: string, day: string, counts: Partial<Counts>) => {
        const key = `${dimension}\n${day}\n${value}`;
        const row = tableRows.get(key) ?? { ...NOTHING, dimension, day, value };
        if (!tableRows.has(key)) size += 1;
        tableRows.set(key, row);
        for (const [name, count] of Object.entries(counts) as [ImportedCount, number][])
          row[name] = (row[name] ?? 0) + count;
      };
      return {
        add(day, values, counts) {
          if (size > maxRows) return;
          if (values.size === 0) addTo(TOTALS, "", day, counts);
          // Pages without a path are left out of rankings.
          for (const [dimension, value] of values)
            if (dimension !== "event:page" || value !== "") addTo(dimension, value, day, counts);
        },
        end() {
          for (const [key, row] of tableRows)
            mergeInto(all, key, row, (name) => isOwner(owners, tables, row, name));
          tableRows.clear();
          size = all.size;
        },
      };
    },
    rows: () => [...all.values()],
    isFull: () => size > maxRows,
  };
}

function isOwner(
  owners: Map<string, number>,
  table: number,
  { dimension, day }: ImportedRow,
  name: ImportedCount,
) {
  const key = `${dimension}\n${day}\n${name}`;
  const owner = owners.get(key) ?? table;
  owners.set(key, owner);
  return owner === table;
}

function mergeInto(
  all: Map<string, ImportedRow>,
  key: string,
  row: ImportedRow,
  mayAdd: (name: ImportedCount) => boolean,
) {
  const merged = all.get(key) ?? { ...NOTHING, dimension: row.dimension, day: row.day, value: row.value };
  for (const name of COUNT_NAMES) if (row[name] !== null && mayAdd(name)) merged[name] = row[name];
  if (COUNT_NAMES.some((name) => merged[name] !== null)) all.set(key, merged);
}

/** Summaries of rows by dimension; totals first. */
export function reportsOf(rows: readonly ImportedRow[]): ImportedReport[] {
  const byDimension = new Map<string, ImportedRow[]>();
  for (const row of rows) {
    const group = byDimension.get(row.dimension);
    if (group) group.push(row);
    else byDimension.set(row.dimension, [row]);
  }
  return [...byDimension]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([dimension, group]) => {
      const days = [...new Set(group.map(({ day }) => day))].sort();
      const metrics = metricsOf(group);
      return {
        dimension,
        metrics,
        first: days[0] ?? "",
        last: days.at(-1) ?? "",
        days: days.length,
        rows: group.length,
      };
    });
}

function metricsOf(rows: readonly ImportedRow[]): MetricName[] {
  const has = (names: readonly ImportedCount[]) =>
    rows.some((row) => names.every((name) => row[name] !== null));
  return METRIC_NAMES.filter((metric) => {
    const { imported } = METRIC_ROWS[metric];
    return imported && has(imported);
  });
}
