import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { siteOf } from "../config/siteOf.ts";
import { prepareDataDir } from "./dataDir.ts";
import { type EventStore, startEventStore } from "./events/eventStore.ts";
import type { Records } from "./records/records.ts";
import { startRecords } from "./records/startRecords.ts";

/** The event store and the record store, started and connected. */
export interface Stores {
  eventStore: EventStore;
  records: Records;
  stop(): Promise<void>;
}

/** Entry module of a process of the server, and the Node flags to run it with. */
export interface ProcessEntry {
  entry: string;
  execArgv: string[];
}

export interface StoresOptions {
  config: Pick<
    Config,
    "dataDir" | "databaseUrl" | "clickhouseUrl" | "retentionDays" | "replayRetentionDays" | "publicUrl"
  >;
  /** The embedded event store's process. */
  eventProcess: ProcessEntry;
  /** Folder of the record store's SQL migrations. */
  migrationsFolder: string;
  /** Data folder from the build that new embedded stores start with; null to create them. */
  preparedFolder: string | null;
  /** Set while a backup is restored; see {@link startEventStore}. */
  restoring?: { migration: number };
  log: Logger;
}

/**
 * Starts both stores: embedded ones in parallel, because both are slow. Instances that share an event store migrate it one after the other.
 * @throws {DataDirError} when the data folder is unusable (see {@link prepareDataDir}).
 */
export async function startStores({
  config,
  eventProcess,
  migrationsFolder,
  preparedFolder,
  restoring,
  log,
}: StoresOptions): Promise<Stores> {
  const { dataDir, databaseUrl, clickhouseUrl, retentionDays, replayRetentionDays } = config;
  prepareDataDir(dataDir);
  const startingRecords = startRecords({ dataDir, databaseUrl, migrationsFolder, preparedFolder, log });
  const startEvents = () =>
    startEventStore({
      dataDir,
      clickhouseUrl,
      site: siteOf(config),
      retentionDays,
      replayRetentionDays,
      processEntry: eventProcess.entry,
      execArgv: eventProcess.execArgv,
      preparedFolder: restoring ? null : preparedFolder,
      ...(restoring && { restoring }),
      log,
    });
  const [eventStore, records] = await Promise.all([
    clickhouseUrl ? startingRecords.then((records) => records.alone(startEvents)) : startEvents(),
    startingRecords,
  ]);
  return {
    eventStore,
    records,
    async stop() {
      await Promise.all([eventStore.stop(), records.stop()]);
    },
  };
}
