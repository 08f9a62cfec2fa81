import { hostname } from "node:os";
import { ONE_HOUR, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { StoreSizes } from "@marquee/contract/schema";
import type { Logger } from "pino";
import { startJob } from "../../../platform/jobs/startJob.ts";
import type { Disk } from "../../../platform/storage/disk.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryTableSizes } from "../../../platform/storage/events/queries/tableSizes.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { type MeasuredSize, readRecordsSize, storeSizes } from "../../../platform/storage/records/sizes.ts";
import { sharedResult } from "../../../platform/time/sharedResult.ts";
import { within } from "../../../platform/time/within.ts";
import { folderSize } from "./folderSize.ts";

interface SizesOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  dataDir: string;
  disk: Disk;
  now: () => Timestamp;
  log: Pick<Logger, "warn">;
}

/** Sizes of the stores. */
export interface Sizes {
  /** Measured at most once a minute. Takes about 2 s at most and never throws. */
  stores(): Promise<StoreSizes>;
  stop(): Promise<void>;
}

/** Measures stores, data folder and disk every hour, for their history by day. */
export function startSizes({ db, eventStore, dataDir, disk, now, log }: SizesOptions): Sizes {
  const host = hostname();
  const stores = sharedResult(ONE_MINUTE, async (): Promise<StoreSizes> => {
    const [events, records] = await Promise.all([
      within(queryTableSizes(eventStore)).catch(() => null),
      within(readRecordsSize(db)).catch(() => null),
    ]);
    return { events, records };
  });
  const job = startJob({
    name: "sizes",
    // After a start, people's requests take precedence.
    first: ONE_MINUTE,
    interval: ONE_HOUR,
    async run() {
      const { events, records } = await stores();
      const { free, total } = disk.state();
      const measured: MeasuredSize[] = [
        { of: "files", host, bytes: await folderSize(dataDir) },
        { of: "disk", host, bytes: total - free },
      ];
      if (events) measured.push({ of: "events", host: "", bytes: sumOf(events.map(({ bytes }) => bytes)) });
      if (records !== null) measured.push({ of: "records", host: "", bytes: records });
      await storeSizes(db, measured, now());
    },
    failure: "Failed to measure the stores; trying again in an hour.",
    log,
  });
  return { stores, stop: job.stop };
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
