import { type Milliseconds, ONE_MINUTE, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import { startBlockWriter, type WriteBlock } from "./blockWriter.ts";

/** Counters per minute: events accepted, rejected and duplicate, and pages served. */
export interface Tallies {
  /** Adds to the count of this minute. Costs no disk and no store. */
  add(name: string, label?: string, count?: number): void;
  /** Writes what waits now, where the store takes it. */
  flush(): Promise<void>;
  /** Writes the rest and stops. */
  stop(): Promise<void>;
}

/** A row of the event store's table `tallies`. */
export interface TallyRow {
  /** Beginning of the minute, in seconds since the epoch. */
  minute: number;
  name: string;
  label: string;
  count: number;
}

interface CountersOptions {
  write: WriteBlock<TallyRow>;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

const INTERVAL: Milliseconds = 5 * ONE_SECOND;
/** Counts that wait at most while the event store is away: a week of minutes with three names each. */
const MAX_WAITING = 30_000;

/** Counts wait in memory, as sums, for as long as the event store is away; a kill -9 costs those of the last seconds. */
export function startCounters({ write, now, log }: CountersOptions): Tallies {
  let sums = new Map<string, TallyRow>();
  const take = () => {
    const rows = [...sums.values()];
    sums = new Map();
    return rows;
  };
  const writer = startBlockWriter({ name: "tallies", take, write, interval: INTERVAL, log });
  return {
    add(name, label = "", count = 1) {
      if (count === 0) return;
      const minute = Math.floor(now() / ONE_MINUTE) * (ONE_MINUTE / ONE_SECOND);
      const key = JSON.stringify([minute, name, label]);
      const sum = sums.get(key);
      if (sum) sum.count += count;
      else if (sums.size < MAX_WAITING) sums.set(key, { minute, name, label, count });
    },
    flush: writer.flush,
    stop: writer.stop,
  };
}
