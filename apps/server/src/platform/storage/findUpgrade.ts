import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ClickHouseClient } from "@clickhouse/client";
import { drizzle } from "drizzle-orm/node-postgres";
import { EventStoreUnavailableError } from "../errors/eventStoreError.ts";
import { startEmbeddedEvents } from "./events/chdb/supervisor.ts";
import { connect } from "./events/clients.ts";
import { explainEventStoreError } from "./events/eventStore.ts";
import { readPending } from "./events/migrate.ts";
import { findCost, readFreeSpace } from "./events/migrationCosts.ts";
import { MIGRATIONS } from "./events/migrations/index.ts";
import type { Migration, MigrationCost } from "./events/migrations/migration.types.ts";
import { type Instance, listInstances } from "./records/instances.ts";
import {
  findPendingRecords,
  hasTable,
  type RecordMigration,
  readRecordMigrations,
} from "./records/migrateRecords.ts";
import { openFolder } from "./records/openEmbedded.ts";
import { explainPostgresError } from "./records/openPostgres.ts";
import { limitedConfig, PostgresClient } from "./records/postgresClient.ts";
import type { RecordsDatabase } from "./records/records.ts";
import type { StoresOptions } from "./stores.ts";

interface PendingMigration {
  migration: Migration;
  cost: MigrationCost;
}

/** What a start would change in the stores. */
export interface Upgrade {
  /** Null for a store that does not exist yet. */
  records: { pending: RecordMigration[]; running: Instance[] } | null;
  /** Null for a store that does not exist yet. */
  events: { pending: PendingMigration[]; freeSpace: number } | null;
}

type UpgradeOptions = Pick<StoresOptions, "config" | "eventProcess" | "migrationsFolder" | "log">;

/**
 * Finds out what a start would change, and changes nothing.
 * @throws {RecordsError} or {EventStoreError} if a store can't be used, for example because a server uses the
 * embedded one.
 * @throws {NewerDataError} when a newer version has migrated one in an incompatible way.
 */
export async function findUpgrade(options: UpgradeOptions): Promise<Upgrade> {
  const recordMigrations = readRecordMigrations(options.migrationsFolder);
  const records = await withRecords(options, async (db) => ({
    pending: await findPendingRecords(db, recordMigrations),
    running: (await hasTable(db, "instances"))
      ? (await listInstances(db)).filter(({ isRunning }) => isRunning)
      : [],
  }));
  const isNew = records?.pending.length === recordMigrations.length;
  const events = await withEvents(options, async (client) => {
    const query = async <Row>(sql: string, query_params = {}) =>
      (await client.query({ query: sql, query_params, format: "JSONEachRow" })).json<Row>();
    const pendingMigrations = await readPending({ client, migrations: MIGRATIONS });
    if (pendingMigrations.length === MIGRATIONS.length) return null;
    const pending: PendingMigration[] = [];
    for (const migration of pendingMigrations)
      pending.push({ migration, cost: await findCost({ query }, migration) });
    return { pending, freeSpace: await readFreeSpace({ query }) };
  });
  return { records: isNew ? null : records, events };
}

async function withRecords<Result>(
  { config: { dataDir, databaseUrl } }: UpgradeOptions,
  task: (db: RecordsDatabase) => Promise<Result>,
): Promise<Result | null> {
  if (!databaseUrl) {
    const folder = join(dataDir, "records");
    if (!existsSync(folder)) return null;
    return openFolder(folder, null, async ({ db, close }) => {
      const result = await task(db);
      await close();
      return result;
    });
  }
  const client = new PostgresClient(limitedConfig(databaseUrl));
  try {
    await client.connect();
    return await task(drizzle(client));
  } catch (error) {
    throw explainPostgresError(error);
  } finally {
    await client.end();
  }
}

async function withEvents<Result>(
  { config, eventProcess, log }: UpgradeOptions,
  task: (client: ClickHouseClient) => Promise<Result>,
): Promise<Result | null> {
  const { dataDir, clickhouseUrl, clickhouseCa = null } = config;
  const use = async (url: string | null) => {
    if (!url) throw new EventStoreUnavailableError();
    const client = connect({ url, ca: clickhouseCa });
    try {
      return await task(client);
    } finally {
      await client.close();
    }
  };
  if (clickhouseUrl)
    return use(clickhouseUrl).catch((error: unknown) => {
      throw explainEventStoreError(error);
    });
  if (!existsSync(join(dataDir, "events"))) return null;
  const { entry, execArgv } = eventProcess;
  const embedded = await startEmbeddedEvents({ dataDir, processEntry: entry, execArgv, log });
  try {
    return await use(embedded.url());
  } finally {
    await embedded.stop();
  }
}
