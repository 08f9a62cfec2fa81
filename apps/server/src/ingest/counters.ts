import { COUNTERS, type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { startBlockWriter, type WriteBlock } from "./blockWriter.ts";

/** Counters per minute: accepted, rejected and duplicate events, rate-limited requests, client metrics and pages served. */
export interface Counters {
  /** Adds to the count of the current minute, in memory only. */
  add(name: string, label?: string, count?: number): void;
  /** Totals since the process started, by name and label. */
  totals(): CounterTotals;
  /** Writes the pending counts; resolves even if the store rejects them. */
  flush(): Promise<void>;
  /** Writes the remaining counts within two seconds and stops. */
  stop(): Promise<void>;
}

/** A row of the event store's table `tallies`. */
export interface CounterRow {
  /** Start of the minute in seconds since the epoch. */
  minute: number;
  name: string;
  label: string;
  count: number;
}

/** Counts by label, for names with a fixed set of labels. Client metrics are excluded, because they can have any name. */
export type CounterTotals = Record<(typeof TOTALED)[number], Record<string, number>>;

const TOTALED = [
  COUNTERS.accepted,
  COUNTERS.duplicate,
  COUNTERS.rejected,
  COUNTERS.busy,
  COUNTERS.limited,
  COUNTERS.excluded,
] as const;

interface CountersOptions {
  write: WriteBlock<CounterRow>;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

const INTERVAL: Milliseconds = 5 * ONE_SECOND;
/** Maximum pending counts while the event store is unavailable: about a week with three names per minute. */
const MAX_WAITING = 30_000;

/** Keeps sums in memory while the event store is unavailable. A `kill -9` loses the counts that are not yet written. */
export function startCounters({ write, now, log }: CountersOptions): Counters {
  let sums = new Map<string, CounterRow>();
  const totals = Object.fromEntries(TOTALED.map((name) => [name, {}])) as CounterTotals;
  const take = () => {
    const rows = [...sums.values()];
    sums = new Map();
    return rows;
  };
  const writer = startBlockWriter({ name: "tallies", take, write, interval: INTERVAL, log });
  return {
    add(name, label = "", count = 1) {
      if (count === 0) return;
      const total: Record<string, number> | undefined = totals[name as keyof CounterTotals];
      if (total) total[label] = (total[label] ?? 0) + count;
      const minute = Math.floor(now() / ONE_MINUTE) * (ONE_MINUTE / ONE_SECOND);
      const key = JSON.stringify([minute, name, label]);
      const sum = sums.get(key);
      if (sum) sum.count += count;
      else if (sums.size < MAX_WAITING) sums.set(key, { minute, name, label, count });
    },
    totals: () => totals,
    flush: writer.flush,
    stop: writer.stop,
  };
}
