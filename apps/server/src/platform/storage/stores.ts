import { hostname } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import { siteOf } from "../config/siteOf.ts";
import { prepareDataDir } from "./dataDir.ts";
import type { SecretsKeys } from "./encryptSecret.ts";
import type { Neighbors } from "./events/contractWhenAlone.ts";
import { type EventStore, openEventStore, type StartingEventStore } from "./events/eventStore.ts";
import { MIGRATIONS } from "./events/migrations/index.ts";
import type { Migration } from "./events/migrations/migration.types.ts";
import { readFolderId } from "./folderId.ts";
import { describeInstance, listInstances } from "./records/instances.ts";
import type { Records } from "./records/records.ts";
import { openRecords, startRecords } from "./records/startRecords.ts";

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
  > &
    Partial<Pick<Config, "clickhouseCa" | "confirmedRetention">>;
  /** The embedded event store's process. */
  eventProcess: ProcessEntry;
  /** Folder of the record store's SQL migrations. */
  migrationsFolder: string;
  /** Data folder from the build that new embedded stores start with; null to create them. */
  preparedFolder: string | null;
  /** The server that uses the stores; absent for tools. */
  version?: ServerVersion;
  /** Migrations of the event store; tests add their own. */
  eventMigrations?: readonly Migration[];
  /** Set while a backup is restored: its ID, and see {@link openEventStore}. */
  restoring?: { id: string; migration: number; waiting: readonly number[] };
  log: Logger;
}

/** The running version, for the operator. */
export interface ServerVersion {
  /** As in package.json. */
  version: string;
  /** The name of the build's folder. */
  build: string;
}

/** Stores that may still be starting. */
export interface StartingStores {
  stores: Stores;
  /** Rejects when the event store cannot be used. */
  started: Promise<void>;
}

/** How long a start waits for ClickHouse, to report its errors. */
const PATIENCE: Milliseconds = 2 * ONE_SECOND;

/**
 * Starts both stores.
 * @throws {DataDirError} when the data folder is unusable (see {@link prepareDataDir}).
 * @throws {InterruptedRestoreError} when a backup was not completely restored into the stores.
 * @throws {RecordsError} when the record store cannot be opened or reached.
 * @throws when the event store cannot be opened or reached.
 */
export async function startStores(options: StoresOptions): Promise<Stores> {
  prepareDataDir(options.config.dataDir, options.restoring?.id);
  const { stores, started } = await open(options, () => startRecords(recordsOptions(options)));
  await started;
  return stores;
}

/**
 * Like {@link startStores}, but continues without PostgreSQL and ClickHouse if they can't be reached, and opens them once they
 * can.
 * @param secretsKeys see {@link openRecords}.
 */
export async function openStores(options: StoresOptions, secretsKeys: SecretsKeys): Promise<StartingStores> {
  // An embedded store is either available or never will be.
  const isPatient = options.config.clickhouseUrl !== null;
  return open({ ...options, isPatient }, () => openRecords(recordsOptions(options), secretsKeys));
}

function recordsOptions({ version, config, eventMigrations = MIGRATIONS, ...options }: StoresOptions) {
  const eventsMigration = eventMigrations.at(-1)?.number ?? 0;
  const folder = version && readFolderId(config.dataDir);
  const instance = folder && { ...version, folder, eventsMigration, host: hostname(), pid: process.pid };
  return { ...options, ...config, ...(instance && { instance }) };
}

/**
 * Opens the record store, while an embedded event store starts: its process is launched first, because it needs a while, and this one is busy with the records meanwhile.
 * Instances that share an event store migrate it one after the other.
 */
async function open(
  {
    config,
    eventProcess,
    preparedFolder,
    eventMigrations,
    restoring,
    isPatient = false,
    log,
  }: StoresOptions & { isPatient?: boolean },
  openOrStartRecords: () => Promise<Records>,
): Promise<StartingStores> {
  const { dataDir, clickhouseUrl, clickhouseCa = null, retentionDays, replayRetentionDays } = config;
  const { confirmedRetention = [] } = config;
  const events = {
    dataDir,
    clickhouseUrl,
    clickhouseCa,
    confirmedRetention,
    site: siteOf(config),
    retentionDays,
    replayRetentionDays,
    processEntry: eventProcess.entry,
    execArgv: eventProcess.execArgv,
    preparedFolder: restoring ? null : preparedFolder,
    ...(restoring && { restoring }),
    ...(eventMigrations && { migrations: eventMigrations }),
    isPatient,
    log,
  };
  if (clickhouseUrl) {
    const records = await openOrStartRecords();
    const { eventStore, started } = openEventStore({ ...events, neighbors: neighborsIn(records) });
    await Promise.race([started, sleep(PATIENCE, undefined, { ref: false })]);
    return { stores: both(eventStore, records), started };
  }
  const { eventStore, started } = await launchEvents(events);
  return { stores: both(eventStore, await openOrStartRecords()), started };
}

/** The instances that share a ClickHouse server share the records, too. */
function neighborsIn(records: Records): Neighbors {
  return {
    async alone(task, options) {
      await records.opened;
      return records.alone(task, options);
    },
    async listOlder(number) {
      const instances = await listInstances(records.db);
      const older = instances.filter((each) => each.isRunning && each.eventsMigration < number);
      return older.map(describeInstance);
    },
  };
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
