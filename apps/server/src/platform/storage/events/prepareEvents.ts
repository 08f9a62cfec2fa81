import type { ClickHouseClient } from "@clickhouse/client";
import { type Milliseconds, ONE_DAY } from "@marquee/contract";
import type { Logger } from "pino";
import type { Retention } from "../../config/recordedRetention.ts";
import { EventStoreError, EventStoreUnavailableError } from "../../errors/eventStoreError.ts";
import { rejectRestoring } from "../restoring.ts";
import { connect } from "./clients.ts";
import { contractWhenAlone, type Neighbors, NO_NEIGHBORS } from "./contractWhenAlone.ts";
import { findPending, migrate } from "./migrate.ts";
import { MIGRATIONS } from "./migrations/index.ts";
import type { Migration, MigrationContext } from "./migrations/migration.types.ts";
import { readEventsMark } from "./restoringEvents.ts";
import { applyRetention } from "./retention.ts";
import { dropSnapshots } from "./snapshots.ts";

export interface PrepareOptions extends Retention {
  /** URL of a ClickHouse server; null for the embedded engine. */
  clickhouseUrl: string | null;
  /** See {@link applyRetention}. */
  confirmedRetention?: readonly number[];
  /** Authorities of the server's certificate, as PEM; null for those that Node trusts. */
  clickhouseCa?: string | null;
  /** Site of events that an earlier version stored without one. */
  site: MigrationContext["site"];
  /** A backup is being restored, whose schema ends with this migration, without those that waited; nothing in it expires meanwhile. */
  restoring?: { id: string; migration: number; waiting: readonly number[] };
  /** The instances that share the store; none by default. */
  neighbors?: Neighbors;
  /** Migrations of the schema; tests add their own. */
  migrations?: readonly Migration[];
  log: Logger;
}

const MIGRATION_TIMEOUT: Milliseconds = ONE_DAY;

/**
 * Brings the schema and the retention up to date. Waits for other instances only if there is something to migrate.
 * @returns whether something is left for {@link contractEvents}.
 */
export async function prepareEvents(
  url: string | null,
  options: PrepareOptions,
  stopping: AbortSignal,
): Promise<boolean> {
  const { site, restoring, log, neighbors = NO_NEIGHBORS } = options;
  const migrations = migrationsOf(options);
  return withClients(url, options, async ({ client, patient }) => {
    const query = async <Row>(sql: string) =>
      (await client.query({ query: sql, format: "JSONEachRow" })).json<Row>();
    await checkVersion({ query });
    rejectRestoring(await readEventsMark({ query }), restoring?.id ?? null);
    // Nobody else uses the embedded store, and other instances have their server's.
    if (!options.clickhouseUrl)
      await dropSnapshots({ query, command: async (sql) => void (await client.command({ query: sql })) }, 0);
    const pending = await findPending({ client, migrations });
    const isNew = pending.length === migrations.length;
    const isDue = isNew || pending.some(({ kind }) => kind === "expand");
    const expand = (signal: AbortSignal) =>
      migrate({ client: patient, migrations, site, kind: "expand", signal, log });
    if (isDue) await neighbors.alone(expand, { signal: stopping });
    if (!restoring) await applyRetention(patient, options);
    return !isNew && pending.some(({ kind }) => kind === "contract");
  });
}

/**
 * Applies migrations that wait for instances of earlier versions to end, see {@link contractWhenAlone}. Never
 * throws.
 * @param url of the store; that of the embedded one changes.
 */
export async function contractEvents(
  url: () => string | null,
  options: PrepareOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { site, log, neighbors = NO_NEIGHBORS } = options;
  const migrations = migrationsOf(options);
  await contractWhenAlone({
    neighbors,
    findPending: () => withClients(url(), options, ({ client }) => findPending({ client, migrations })),
    migrate: (signal) =>
      withClients(url(), options, ({ patient: client }) =>
        migrate({ client, migrations, site, kind: "contract", signal, log }),
      ),
    stopping,
    log,
  });
}

function migrationsOf({ migrations = MIGRATIONS, restoring }: PrepareOptions): readonly Migration[] {
  if (!restoring) return migrations;
  const { migration, waiting } = restoring;
  return migrations.filter(({ number }) => number <= migration && !waiting.includes(number));
}

interface MigrationClients {
  client: ClickHouseClient;
  /** Its requests may take hours. */
  patient: ClickHouseClient;
}

async function withClients<Result>(
  url: string | null,
  { clickhouseCa: ca = null }: PrepareOptions,
  task: (clients: MigrationClients) => Promise<Result>,
): Promise<Result> {
  if (!url) throw new EventStoreUnavailableError();
  const client = connect({ url, ca });
  const patient = connect({ url, ca, requestTimeout: MIGRATION_TIMEOUT });
  try {
    return await task({ client, patient });
  } finally {
    await Promise.all([client.close(), patient.close()]);
  }
}

/** Older versions were never tested. Compared with the embedded engine's, see `chdb` in package.json. */
const OLDEST_VERSION = [25, 8] as const;

/** @throws {EventStoreError} when the server is too old. */
async function checkVersion({ query }: Pick<MigrationContext, "query">): Promise<void> {
  const [{ version } = { version: "" }] = await query<{ version: string }>("SELECT version() AS version");
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [oldest, oldestMinor] = OLDEST_VERSION;
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return;
  throw new EventStoreError(
    `CLICKHOUSE_URL: ClickHouse ${version} is too old. Use ${OLDEST_VERSION.join(".")} or newer.`,
    null,
  );
}
