import { appendFileSync, existsSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { createIdentities, type Identities } from "../domains/people/identities/startIdentities.ts";
import { keepBadRows } from "../ingest/keepBadRows.ts";
import type { Config } from "../platform/config/config.ts";
import type { Retention } from "../platform/config/recordedRetention.ts";
import { siteOf } from "../platform/config/siteOf.ts";
import { createLog } from "../platform/log/createLog.ts";
import {
  type EventStore,
  openEventStore,
  type StartingEventStore,
} from "../platform/storage/events/eventStore.ts";
import { copyEvents } from "../platform/storage/events/eventsTemplate.ts";
import { MIGRATIONS } from "../platform/storage/events/migrations/index.ts";
import type { Migration } from "../platform/storage/events/migrations/migration.types.ts";
import { findDeletedReplays, noteLateReplays } from "../platform/storage/records/deletedReplays.ts";
import type { Records } from "../platform/storage/records/records.ts";
import { copyRecords } from "../platform/storage/records/recordsTemplate.ts";
import { type SigningKeys, startSigningKeys } from "../platform/storage/records/signingKeys.ts";
import { startRecords } from "../platform/storage/records/startRecords.ts";
import { type DeletedReplays, openSpools, type Spools } from "../platform/storage/spool/spools.ts";
import { openStores, type Stores, type StoresOptions, startStores } from "../platform/storage/stores.ts";
import { eventProcess } from "./eventProcess.ts";
import { databaseOf } from "./testDatabase.ts";

export const silent = createLog({ level: "silent" });

export const migrationsFolder = join(import.meta.dirname, "../../drizzle");

/** The site of rows in tests. */
export const TEST_SITE = siteOf({ publicUrl: "https://trellis.example" });

/** Signing keys where nothing else needs the record store. */
export const TEST_KEYS: Pick<SigningKeys, "of"> = { of: (name) => () => `the key of ${name}` };

const TEST_SECRETS_KEY = Buffer.alloc(32, 1).toString("base64url");

const KEEPS_ALL: Retention = { retentionDays: null, replayRetentionDays: null };

/** Starts a real embedded event store. A second start with the same `dataDir` keeps the stored data. */
export async function startTestEvents(
  dataDir: string,
  retention: Partial<EventStoreSettings> = {},
): Promise<EventStore> {
  await copyEvents(dataDir, startNewEvents);
  return startNewEvents(dataDir, retention);
}

/** Like {@link startTestEvents}, but creates the schema itself instead of copying a template. */
export async function startNewEvents(
  dataDir: string,
  retention: Partial<EventStoreSettings> = {},
): Promise<EventStore> {
  const { eventStore, started } = openNewEvents(dataDir, retention);
  await started;
  return eventStore;
}

interface EventStoreSettings extends Retention {
  clickhouseUrl: string | null;
  clickhouseCa: string | null;
  confirmedRetention: readonly number[];
  isPatient: boolean;
  log: Logger;
}

/**
 * Like {@link startNewEvents}, without waiting. @param clickhouseUrl of a server; the embedded store by default.
 */
export function openNewEvents(
  dataDir: string,
  {
    retentionDays = null,
    replayRetentionDays = null,
    clickhouseUrl = null,
    clickhouseCa = null,
    confirmedRetention = [retentionDays ?? 0, replayRetentionDays ?? 0],
    isPatient = false,
    log = silent,
  }: Partial<EventStoreSettings> = {},
): StartingEventStore {
  const { entry, execArgv } = eventProcess;
  return openEventStore({
    dataDir,
    clickhouseUrl,
    clickhouseCa,
    site: TEST_SITE,
    retentionDays,
    replayRetentionDays,
    confirmedRetention,
    processEntry: entry,
    execArgv,
    isPatient,
    log,
  });
}

/** Starts a real record store: embedded in `dataDir`, or that folder's database in tests that run on PostgreSQL. */
export async function startTestRecords(dataDir: string): Promise<Records> {
  const databaseUrl = await databaseOf(dataDir);
  if (!databaseUrl) await copyTestRecords(dataDir);
  return startRecords({ dataDir, databaseUrl, migrationsFolder, preparedFolder: null, log: silent });
}

/** Copies a record store into a data folder, unless it has one. */
async function copyTestRecords(dataDir: string): Promise<void> {
  const folder = join(dataDir, "records");
  if (existsSync(folder)) return;
  await copyRecords(dataDir, migrationsFolder);
  // Tests have little data, and the default of 128 MB takes 25% of the processor time of each start.
  appendFileSync(join(folder, "postgresql.auto.conf"), "shared_buffers = 8MB\n");
}

/** The stores, the spools that the ingest process has in the product, the signing keys, and the identities, which follow events only when asked to. */
export interface TestStores extends Stores, Omit<Spools, "stop"> {
  spools: Spools;
  keys: SigningKeys;
  identities: Identities;
}

/** Starts all stores the way the server does, with the spools in this process. By default, the databases are embedded in `dataDir`. */
export async function startTestStores(dataDir: string, urls?: StoreUrls): Promise<TestStores> {
  return withSpools(await startStoresOnly(dataDir, urls), dataDir);
}

/** Adds spools in `dataDir`. `stop` stops the stores too. */
export async function withSpools(stores: Stores, dataDir: string): Promise<TestStores> {
  const spools = await openSpools({
    dataDir,
    insertLines: stores.eventStore.insertLines,
    reject: keepBadRows({ writer: stores.eventStore, now: Date.now }),
    site: TEST_SITE,
    deletedReplays: deletedReplaysIn(stores.records.db),
    log: silent,
  });
  const { db } = stores.records;
  const keys = await startSigningKeys({ ...stores, log: silent });
  const identities = createIdentities({ ...stores, db, key: keys.of("identities") });
  return {
    ...stores,
    ...spools,
    spools,
    keys,
    identities,
    async stop() {
      await keys.stop();
      await spools.stop();
      await stores.stop();
    },
  };
}

export function deletedReplaysIn(db: Records["db"]): DeletedReplays {
  return {
    find: (replays) => findDeletedReplays(db, replays),
    noteLate: (replays) => noteLateReplays(db, replays),
  };
}

/** Servers to use instead of the embedded stores. */
type StoreUrls = Partial<Pick<Config, "databaseUrl" | "clickhouseUrl">>;

/** Starts the stores without the spools. */
export async function startStoresOnly(dataDir: string, urls?: StoreUrls): Promise<Stores> {
  return startStores(await storesOptions(dataDir, urls));
}

/** Like {@link startStoresOnly}, but without waiting for servers that can't be reached, as in production. */
export async function openStoresOnly(
  dataDir: string,
  urls?: StoreUrls,
  eventMigrations: readonly Migration[] = MIGRATIONS,
): Promise<Stores> {
  const version = { version: "test", build: "test" };
  const options = { ...(await storesOptions(dataDir, urls)), version, eventMigrations };
  const { stores } = await openStores(options, { current: TEST_SECRETS_KEY, earlier: [] });
  return stores;
}

async function storesOptions(dataDir: string, urls: StoreUrls = {}): Promise<StoresOptions> {
  const databaseUrl = urls.databaseUrl ?? (await databaseOf(dataDir));
  const clickhouseUrl = urls.clickhouseUrl ?? null;
  if (!databaseUrl) await copyTestRecords(dataDir);
  if (!clickhouseUrl) await copyEvents(dataDir, startNewEvents);
  const config = { dataDir, databaseUrl, clickhouseUrl, publicUrl: "https://trellis.example", ...KEEPS_ALL };
  return { config, eventProcess, migrationsFolder, preparedFolder: null, log: silent };
}

/** Waits until the spool is empty. */
export async function drained({ spool }: Pick<Spools, "spool">): Promise<void> {
  while (spool.depth() > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Rows in a table or view of the event store that match `where`. */
export async function countRows(
  store: Pick<EventStore, "query">,
  table: "events" | "events_unique" | "sessions" | "replay_segments",
  where = "1",
): Promise<number> {
  const [row] = await store.query<{ n: number }>(
    `SELECT toUInt32(count()) AS n FROM ${table} WHERE ${where}`,
  );
  return row?.n ?? 0;
}
