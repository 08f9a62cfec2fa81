import type { Timestamp } from "@marquee/contract";
import type { Logger } from "pino";
import type { EventWriter } from "../platform/storage/events/eventStore.ts";
import { type Counters, startCounters } from "./counters.ts";
import { type Rejections, startRejections, writeRejected } from "./rejections.ts";

interface ReportsOptions {
  writer: Pick<EventWriter, "insert">;
  now: () => Timestamp;
  log: Logger;
}

/** What a process reports about the requests that it receives; each process has its own. */
export interface Reports {
  counters: Counters;
  rejections: Rejections;
  /** Writes the rest within two seconds and stops. */
  stop(): Promise<void>;
}

export function startReports({ writer, now, log }: ReportsOptions): Reports {
  const counters = startCounters({ write: (rows, token) => writer.insert("tallies", rows, token), now, log });
  const rejections = startRejections({ write: writeRejected(writer), counters, now, log });
  return {
    counters,
    rejections,
    async stop() {
      await Promise.all([rejections.stop(), counters.stop()]);
    },
  };
}
