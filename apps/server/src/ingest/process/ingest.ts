import type { KnownCustomers, Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { EventWriter } from "../../platform/storage/events/eventStore.ts";
import type { DrainControl } from "../../platform/storage/spool/drain.ts";
import type { Spools } from "../../platform/storage/spool/spools.ts";
import type { CounterTotals } from "../counters.ts";
import { createMemoryBudget } from "../memoryBudget.ts";
import { startReports } from "../reports.ts";
import { createReceiver, type Receive, type ReceiverOptions } from "./receiver.ts";

/**
 * Receives events, recordings and metrics, and moves them into the event store. In production, it runs in its own process.
 */
export interface Ingest {
  /** @throws {IngestUnavailableError} while its process restarts. */
  receive: Receive;
  drain: DrainControl;
  recordings: { drain: DrainControl };
  /** Counters since its process started. @throws {IngestUnavailableError} while it restarts. */
  counted(): Promise<CounterTotals>;
  /** Replaces the lists of known customers, for events that arrive from now on. */
  setCustomers(customers: KnownCustomers): void;
  /** Removes deleted rows from the spools' files. @throws while too many rows are waiting, and while its process restarts. */
  rewriteSpools(): Promise<void>;
  /** Stores as much as possible in the event store within 5 s; the rest stays in the spools. */
  stop(): Promise<void>;
}

interface IngestOptions {
  config: ReceiverOptions["config"];
  spools: Spools;
  writer: Pick<EventWriter, "insert">;
  now: () => Timestamp;
  log: Logger;
}

/** Starts an ingest in this process. */
export function createIngest({ config, spools, writer, now, log }: IngestOptions): Ingest {
  const { counters, rejections, stop } = startReports({ writer, now, log });
  const budget = createMemoryBudget({ now });
  let { customers } = config;
  const followed = {
    writeKey: config.writeKey,
    keptParameters: config.keptParameters,
    retentionDays: config.retentionDays,
    get customers() {
      return customers;
    },
  };
  return {
    receive: createReceiver({ ...spools, config: followed, budget, rejections, counters, now, log }),
    drain: spools.drain,
    recordings: spools.recordings,
    counted: async () => counters.totals(),
    setCustomers(next) {
      customers = next;
    },
    rewriteSpools: spools.rewrite,
    async stop() {
      await Promise.all([stop(), spools.stop()]);
    },
  };
}
