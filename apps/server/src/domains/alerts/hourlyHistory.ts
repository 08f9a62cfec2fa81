import { ONE_HOUR, type QueryFilter, type Timestamp, wallClockOf } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import { bucketStarts } from "../../platform/time/timeSeries.ts";
import type { Questions } from "../questions/createQuestions.ts";
import type { HourlyCounts } from "./seasonalRange.ts";

/** Counts by the start of their hour. */
export type CountsByHour = ReadonlyMap<Timestamp, number>;

interface HistoryOptions {
  questions: Pick<Questions, "answer">;
  site: () => Pick<Site, "id" | "timeZone">;
}

interface Counted {
  metric: "visits" | "leads" | "events";
  filters: readonly QueryFilter[];
  from: Timestamp;
  to: Timestamp;
  /** The definitions that the filters use, so that counts are read again when those change. */
  definitions: string;
}

/** Hours whose counts may still change: delayed events count at the time they happened. */
const UNSETTLED = 3 * ONE_HOUR;
const MOST_KEPT = 100;
/** Alerts' queries queue separately from people's. */
const ASKER = { id: "alerts" };

/** Counts by hour, cached in memory, so that a check only reads the last hours. */
export function createHourlyHistory({ questions, site }: HistoryOptions) {
  const histories = new Map<
    string,
    { counts: Map<Timestamp, number>; from: Timestamp; through: Timestamp }
  >();

  const ask = async ({ metric, filters }: Counted, from: Timestamp, to: Timestamp) => {
    const { results } = await questions.answer(
      {
        site_id: site().id,
        metrics: [metric],
        dimensions: ["time:hour"],
        filters,
        // The last second of a range of times is included.
        date_range: [new Date(from).toISOString(), new Date(to - 1000).toISOString()],
      },
      ASKER,
    );
    return results.map(
      ({ dimensions, metrics }) => [Date.parse(dimensions[0] ?? ""), Number(metrics[0])] as const,
    );
  };

  return async (counted: Counted): Promise<CountsByHour> => {
    const { metric, filters, from, to, definitions } = counted;
    const key = JSON.stringify([metric, filters, definitions, site().timeZone]);
    const history = histories.get(key);
    const isKept = history !== undefined && history.from <= from && history.through >= from;
    const begin = isKept ? history.through - UNSETTLED : from;
    const counts = new Map(
      [...(isKept ? history.counts : [])].filter(([hour]) => hour >= from && hour < begin),
    );
    for (const [hour, count] of await ask(counted, begin, to)) counts.set(hour, count);
    histories.delete(key);
    histories.set(key, { counts, from, through: to });
    if (histories.size > MOST_KEPT) histories.delete(histories.keys().next().value ?? "");
    return counts;
  };
}

/** Counts by local hour, so that hours of the week stay comparable across clock changes. */
export interface ClockHours {
  /**
   * @returns counts without gaps: an hour that occurred twice has its mean, and a skipped one has the count of the hour before.
   */
  arrange(counts: CountsByHour): number[];
  /** Index of the hour that begins at a time, or of the first hour after a window that ends then. */
  indexOf(at: Timestamp): number;
}

/** @param from start of an hour. */
export function clockHours({ from, to, tz }: { from: Timestamp; to: Timestamp; tz: string }): ClockHours {
  const hourOf = (at: Timestamp) => Math.floor(wallClockOf(at, tz) / ONE_HOUR);
  const first = hourOf(from);
  const starts = bucketStarts({ from, to, interval: "hour", tz });
  return {
    arrange(counts) {
      const sums: { sum: number; hours: number }[] = [];
      for (const start of starts) {
        const index = hourOf(start) - first;
        const { sum, hours } = sums[index] ?? { sum: 0, hours: 0 };
        sums[index] = { sum: sum + (counts.get(start) ?? 0), hours: hours + 1 };
      }
      const values: number[] = [];
      for (let index = 0; index < sums.length; index += 1) {
        const slot = sums[index];
        values.push(slot ? slot.sum / slot.hours : (values.at(-1) ?? 0));
      }
      return values;
    },
    indexOf: (at) => hourOf(at) - first,
  };
}

/** Counts as rates of a total. */
export const rateOf = (values: number[], of: number[]): HourlyCounts => ({ values, of });
