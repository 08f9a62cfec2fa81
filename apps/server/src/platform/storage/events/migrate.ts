import { createHash } from "node:crypto";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "pino";
import { NewerDataError } from "../../errors/newerDataError.ts";
import type { MigrationKind } from "../migrationKind.ts";
import { checkSpace, describeCost, findCost } from "./migrationCosts.ts";
import type { Migration, MigrationContext } from "./migrations/migration.types.ts";

const LEDGER = [
  `CREATE TABLE IF NOT EXISTS schema_migrations (number UInt32, name String, digest String, applied_at DateTime DEFAULT now())
  ENGINE = MergeTree ORDER BY number`,
  // This version can only continue with newer migrations that are known to expand the schema.
  "ALTER TABLE schema_migrations ADD COLUMN IF NOT EXISTS kind LowCardinality(String) DEFAULT 'contract'",
];

interface MigrateOptions {
  /** Its requests may take hours. */
  client: ClickHouseClient;
  migrations: readonly Migration[];
  site: MigrationContext["site"];
  /** Which kind to apply to a store in use; a new one gets all. By default, both. */
  kind?: MigrationKind;
  /** Ends between two statements, because another instance may start the same one. */
  signal?: AbortSignal;
  log: Pick<Logger, "info">;
}

/** An applied migration has changed, so that existing and new stores would differ. */
export class ChangedMigrationError extends Error {
  override name = "ChangedMigrationError";
}

/**
 * Finds the migrations that have not been applied.
 * @throws {NewerDataError} when a newer version has migrated the store in an incompatible way.
 * @throws {ChangedMigrationError}
 */
export async function findPending({
  client,
  migrations,
}: Pick<MigrateOptions, "client" | "migrations">): Promise<Migration[]> {
  for (const query of LEDGER) await client.command({ query });
  return readPending({ client, migrations });
}

/** Like {@link findPending}, but changes nothing, not even the ledger. */
export async function readPending({
  client,
  migrations,
}: Pick<MigrateOptions, "client" | "migrations">): Promise<Migration[]> {
  const applied = await readApplied(client);
  const latest = Math.max(0, ...migrations.map(({ number }) => number));
  const isUsable = [...applied].every(([number, { kind }]) => number <= latest || kind === "expand");
  if (!isUsable) throw new NewerDataError("The event store");
  const changed = migrations.find(
    (each) => (applied.get(each.number)?.digest ?? digestOf(each)) !== digestOf(each),
  );
  if (changed) {
    throw new ChangedMigrationError(
      `Migration ${changed.number} (${changed.name}) was changed after it had been applied; add a new one.`,
    );
  }
  return migrations.filter(({ number }) => !applied.has(number));
}

/**
 * Applies each pending migration of the event store's schema once, in order. Logs the cost before each.
 * @throws like {@link findPending}. @throws {EventStoreError} when there is too little space for one.
 */
export async function migrate({
  client,
  migrations,
  site,
  kind,
  signal,
  log,
}: MigrateOptions): Promise<void> {
  const context = createContext(client, site);
  const pending = await findPending({ client, migrations });
  const isNew = pending.length === migrations.length;
  const isDue = (each: Migration) => isNew || kind === undefined || each.kind === kind;
  for (const migration of pending.filter(isDue)) {
    if (!isNew) await announce(context, migration, log);
    for (const statement of migration.statements) {
      signal?.throwIfAborted();
      if (typeof statement === "string") await context.command(statement);
      else await statement.run(withSignal(context, signal));
    }
    const { number, name } = migration;
    await context.insert("schema_migrations", [
      { number, name, digest: digestOf(migration), kind: migration.kind },
    ]);
  }
}

async function announce(
  context: MigrationContext,
  migration: Migration,
  log: Pick<Logger, "info">,
): Promise<void> {
  const cost = await findCost(context, migration);
  await checkSpace(context, migration, cost);
  log.info(`Migrating the event store: ${describeCost(migration, cost)}`);
}

function withSignal(context: MigrationContext, signal: AbortSignal | undefined): MigrationContext {
  return {
    ...context,
    async command(...statement) {
      signal?.throwIfAborted();
      await context.command(...statement);
    },
  };
}

function digestOf({ statements }: Migration): string {
  const texts = statements.map((statement) => (typeof statement === "string" ? statement : statement.digest));
  return createHash("sha256").update(texts.join("\n")).digest("hex");
}

function createContext(client: ClickHouseClient, site: MigrationContext["site"]): MigrationContext {
  return {
    site,
    async command(query, query_params = {}) {
      await client.command({ query, query_params });
    },
    async query(query, query_params = {}) {
      return (await client.query({ query, query_params, format: "JSONEachRow" })).json();
    },
    async insert(table, values) {
      const columns = Object.keys(values[0] ?? {}) as [string, ...string[]];
      if (values.length > 0)
        await client.insert({
          table,
          columns,
          values,
          format: "JSONEachRow",
          clickhouse_settings: { async_insert: 0 },
        });
    },
  };
}

interface AppliedMigration {
  digest: string;
  kind: string;
}

async function readApplied(client: ClickHouseClient): Promise<Map<number, AppliedMigration>> {
  const ask = async <Row>(query: string) =>
    (await client.query({ query, format: "JSONEachRow" })).json<Row>();
  const columns = await ask<{ name: string }>(
    "SELECT name FROM system.columns WHERE database = currentDatabase() AND table = 'schema_migrations'",
  );
  if (columns.length === 0) return new Map();
  const kind = columns.some(({ name }) => name === "kind") ? "kind" : "'contract' AS kind";
  const rows = await ask<AppliedMigration & { number: number }>(
    `SELECT number, digest, ${kind} FROM schema_migrations`,
  );
  return new Map(rows.map(({ number, ...rest }) => [number, rest]));
}
