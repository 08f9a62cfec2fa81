import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import { sql } from "drizzle-orm";
import type { Logger } from "pino";
import type { SecretsKeys } from "../encryptSecret.ts";
import type { InstanceFacts } from "./instances.ts";
import { openKnownValues } from "./knownValues.ts";
import { latestMigration } from "./migrateRecords.ts";
import { openEmbedded } from "./openEmbedded.ts";
import { openPostgres } from "./openPostgres.ts";
import type { Records, RecordsDatabase, RecordsState } from "./records.ts";
import { rowsOf } from "./rowsOf.ts";

export interface RecordsOptions {
  dataDir: string;
  /** URL of a PostgreSQL server; null for the embedded store. */
  databaseUrl: string | null;
  migrationsFolder: string;
  /** Data folder from the build whose records a new embedded store starts with; null to create them. */
  preparedFolder: string | null;
  /** The server that uses the store; absent for tools. */
  instance?: InstanceFacts;
  /** The backup that is being restored, whose statements may take as long as they need. */
  restoring?: { id: string };
  log: Logger;
}

const CHECK_TIMEOUT: Milliseconds = 2 * ONE_SECOND;
/** An available server responds sooner, even if it has to be migrated. */
const PATIENCE: Milliseconds = 5 * ONE_SECOND;

/**
 * Opens the store and brings its schema up to date.
 * @throws {RecordsError} when it cannot be opened or reached. @throws {InterruptedRestoreError} when a backup was not completely restored into it.
 */
export async function startRecords(options: RecordsOptions): Promise<Records> {
  return recordsOf(await open(options, null), null);
}

/**
 * Like {@link startRecords}, but continues without a PostgreSQL server that can't be reached, and opens the store once it
 * can.
 * @param secretsKeys encrypt the copies on disk for that case.
 */
export async function openRecords(
  options: RecordsOptions,
  secretsKeys: SecretsKeys | null,
): Promise<Records> {
  const { dataDir, migrationsFolder, log } = options;
  const version = latestMigration(migrationsFolder);
  const knownValues =
    options.databaseUrl && secretsKeys ? openKnownValues({ dataDir, keys: secretsKeys, version, log }) : null;
  return recordsOf(await open(options, PATIENCE), knownValues);
}

function open(
  {
    dataDir,
    databaseUrl,
    migrationsFolder,
    preparedFolder,
    instance,
    restoring: backup,
    log,
  }: RecordsOptions,
  patience: Milliseconds | null,
) {
  const restoring = backup?.id ?? null;
  const identity = instance ? { ...instance, recordsMigration: latestMigration(migrationsFolder) } : null;
  if (databaseUrl) return openPostgres({ databaseUrl, migrationsFolder, identity, patience, restoring, log });
  return openEmbedded({
    identity,
    folder: join(dataDir, "records"),
    migrationsFolder,
    preparedFolder: preparedFolder && join(preparedFolder, "records"),
    restoring,
  });
}

function recordsOf(
  { close, ...opened }: Awaited<ReturnType<typeof open>>,
  knownValues: Records["knownValues"],
): Records {
  const { db } = opened;
  let asking: Promise<RecordsState> | null = null;
  const ask = () => {
    asking ??= stateOf(db).finally(() => {
      asking = null;
    });
    return asking;
  };
  return {
    ...opened,
    knownValues,
    // A query without a response keeps its connection, so only one runs at a time.
    check: () => Promise.race([ask(), sleep(CHECK_TIMEOUT, "unavailable" as const, { ref: false })]),
    async announce(channel) {
      await db.execute(sql`select pg_notify(${channel}, '')`);
    },
    stop: close,
  };
}

function stateOf(db: RecordsDatabase): Promise<RecordsState> {
  return db.execute(sql`select current_setting('transaction_read_only') as setting`).then(
    (result) => {
      const [row] = rowsOf<{ setting: string }>(result);
      return row?.setting === "on" ? "read-only" : "ok";
    },
    () => "unavailable",
  );
}
