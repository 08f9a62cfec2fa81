import { join } from "node:path";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { prepareDataDir } from "./dataDir.ts";
import { type EventStore, startEventStore } from "./events/eventStore.ts";
import type { Records } from "./records/records.ts";
import { startRecords } from "./records/startRecords.ts";
import { type Drain, startDrain } from "./spool/drain.ts";
import { dropDeletedReplays, type RecordingSpool, startRecordingSpool } from "./spool/recordingSpool.ts";
import { type Spool, startSpool } from "./spool/spool.ts";

/** All data stores of the server, started and connected. */
export interface Stores {
  eventStore: EventStore;
  records: Records;
  spool: Spool;
  drain: Drain;
  /** Spool and drain for recordings, interactions and RUM, whose rows are few and large. */
  recordings: RecordingSpool;
  /** Stops draining the spool, then closes each store. Remaining events stay in the spool. */
  stop(): Promise<void>;
}

interface StoresOptions {
  config: Pick<Config, "dataDir" | "databaseUrl" | "clickhouseUrl" | "retentionDays" | "replayRetentionDays">;
  /** Entry module of the embedded event store's process, and the Node flags to run it with. */
  eventProcess: { entry: string; execArgv: string[] };
  /** Folder of the record store's SQL migrations. */
  migrationsFolder: string;
  /** Cluster from the build that a new embedded record store starts with; null to create one. */
  preparedFolder: string | null;
  log: Logger;
}

/**
 * Starts all stores; the event store and the record store start in parallel because both are slow.
 * @throws {DataDirError} when the data folder is unusable (see {@link prepareDataDir}).
 */
export async function startStores({
  config,
  eventProcess,
  migrationsFolder,
  preparedFolder,
  log,
}: StoresOptions): Promise<Stores> {
  const { dataDir, databaseUrl, clickhouseUrl, retentionDays, replayRetentionDays } = config;
  prepareDataDir(dataDir);
  const [eventStore, records] = await Promise.all([
    startEventStore({
      dataDir,
      clickhouseUrl,
      retentionDays,
      replayRetentionDays,
      processEntry: eventProcess.entry,
      execArgv: eventProcess.execArgv,
      log,
    }),
    startRecords({ dataDir, databaseUrl, migrationsFolder, preparedFolder, log }),
  ]);
  const spool = startSpool({ dir: join(dataDir, "spool") });
  const drain = startDrain({ spool, insert: eventStore.insertEvents, log });
  const recordings = startRecordingSpool({
    dir: join(dataDir, "spool-recordings"),
    sift: (rows) => dropDeletedReplays(records.db, rows),
    eventStore,
    log,
  });
  return {
    eventStore,
    records,
    spool,
    drain,
    recordings,
    async stop() {
      await Promise.all([drain.stop(), recordings.drain.stop()]);
      await Promise.all([spool.stop(), recordings.spool.stop()]);
      await Promise.all([eventStore.stop(), records.stop()]);
    },
  };
}
