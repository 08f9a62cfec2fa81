import type { Dimension, MetricName } from "@marquee/contract";
import type { ImportedReport } from "@marquee/contract/schema";
import { TOTALS } from "../questions/queries/importedDays.ts";

/** What is counted for a day, as the event store has it. Durations are in milliseconds. */
const COUNT_NAMES = [
  "visitors",
  "visits",
  "pageviews",
  "bounces",
  "duration",
  "events",
  "page_time",
  "page_visits",
] as const;
type CountName = (typeof COUNT_NAMES)[number];
/** A count that the file does not have is null. */
export type Counts = Record<CountName, number | null>;

/** A row of the event store, without its import. */
export interface ImportedRow extends Counts {
  /** Empty for totals of the day. */
  dimension: string;
  day: string;
  value: string;
}

/** Many times what a large site has in years. */
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

/** Rows of files, one for each day and value of a dimension. */
export interface RowCollector {
  /** Starts a table. Its rows of the same day and value are added up. Counts that an earlier table has for the day stay. */
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
      const own = new Map<string, ImportedRow>();
      const addTo = (dimension: string, value: string, day: string, counts: Partial<Counts>) => {
        const key = `${dimension}\n${day}\n${value}`;
        const row = own.get(key) ?? { ...NOTHING, dimension, day, value };
        if (!own.has(key)) size += 1;
        own.set(key, row);
        for (const [name, count] of Object.entries(counts) as [CountName, number][])
          row[name] = (row[name] ?? 0) + count;
      };
      return {
        add(day, values, counts) {
          if (size > maxRows) return;
          if (values.size === 0) addTo(TOTALS, "", day, counts);
          // Pages without a path are not ranked.
          for (const [dimension, value] of values)
            if (dimension !== "event:page" || value !== "") addTo(dimension, value, day, counts);
        },
        end() {
          for (const [key, row] of own)
            mergeInto(all, key, row, (name) => isOwner(owners, tables, row, name));
          own.clear();
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
  name: CountName,
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
  mayAdd: (name: CountName) => boolean,
) {
  const known = all.get(key) ?? { ...NOTHING, dimension: row.dimension, day: row.day, value: row.value };
  for (const name of COUNT_NAMES) if (row[name] !== null && mayAdd(name)) known[name] = row[name];
  if (COUNT_NAMES.some((name) => known[name] !== null)) all.set(key, known);
}

/** What rows have, by dimension; totals first. */
export function reportsOf(rows: readonly ImportedRow[]): ImportedReport[] {
  const byDimension = new Map<string, ImportedRow[]>();
  for (const row of rows) {
    const own = byDimension.get(row.dimension);
    if (own) own.push(row);
    else byDimension.set(row.dimension, [row]);
  }
  return [...byDimension]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([dimension, own]) => {
      const days = [...new Set(own.map(({ day }) => day))].sort();
      const metrics = metricsOf(own);
      return {
        dimension,
        metrics,
        first: days[0] ?? "",
        last: days.at(-1) ?? "",
        days: days.length,
        rows: own.length,
      };
    });
}

const NEEDED: [MetricName, readonly CountName[]][] = [
  ["visitors", ["visitors"]],
  ["visits", ["visits"]],
  ["pageviews", ["pageviews"]],
  ["views_per_visit", ["pageviews", "visits"]],
  ["bounce_rate", ["bounces", "visits"]],
  ["visit_duration", ["duration", "visits"]],
  ["time_on_page", ["page_time", "page_visits"]],
  ["events", ["events"]],
];

function metricsOf(rows: readonly ImportedRow[]): MetricName[] {
  const has = (names: readonly CountName[]) => rows.some((row) => names.every((name) => row[name] !== null));
  return NEEDED.filter(([, names]) => has(names)).map(([metric]) => metric);
}
