import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { siteOf } from "../config/siteOf.ts";
import { prepareDataDir } from "./dataDir.ts";
import {
  type EventStore,
  openEventStore,
  type StartingEventStore,
  startEventStore,
} from "./events/eventStore.ts";
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

/** Stores whose event store may still be starting. */
export interface StartingStores {
  stores: Stores;
  /** Rejects when the event store cannot be reached or opened. */
  started: Promise<void>;
}

/** Starts both stores. @throws as {@link openStores} does, or when the event store cannot be reached or opened. */
export async function startStores(options: StoresOptions): Promise<Stores> {
  const { stores, started } = await openStores(options);
  await started;
  return stores;
}

/**
 * Opens the record store, while an embedded event store starts: its process is launched first, because it needs a while, and this one is busy with the records meanwhile.
 * Instances that share an event store migrate it one after the other.
 * @throws {DataDirError} when the data folder is unusable (see {@link prepareDataDir}).
 * @throws {RecordsError} when the record store cannot be opened.
 */
export async function openStores({
  config,
  eventProcess,
  migrationsFolder,
  preparedFolder,
  restoring,
  log,
}: StoresOptions): Promise<StartingStores> {
  const { dataDir, databaseUrl, clickhouseUrl, retentionDays, replayRetentionDays } = config;
  prepareDataDir(dataDir);
  const openRecords = () => startRecords({ dataDir, databaseUrl, migrationsFolder, preparedFolder, log });
  const events = {
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
  };
  if (clickhouseUrl) {
    const records = await openRecords();
    const eventStore = await records.alone(() => startEventStore(events));
    return { stores: both(eventStore, records), started: Promise.resolve() };
  }
  const { eventStore, started } = await launchEvents(events);
  return { stores: both(eventStore, await openRecords()), started };
}

/** @returns once the process has been launched. @throws when it cannot be. */
async function launchEvents(options: Parameters<typeof openEventStore>[0]): Promise<StartingEventStore> {
  let onLaunch = () => {};
  const launched = new Promise<void>((resolve) => {
    onLaunch = resolve;
  });
  const starting = openEventStore({ ...options, onLaunch });
  await Promise.race([launched, starting.started]);
  return starting;
}

function both(eventStore: EventStore, records: Records): Stores {
  return {
    eventStore,
    records,
    async stop() {
      await Promise.all([eventStore.stop(), records.stop()]);
    },
  };
}
