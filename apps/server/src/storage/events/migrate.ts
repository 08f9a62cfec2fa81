import { createHash } from "node:crypto";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "pino";
import { NewerDataError } from "../../errors/newerDataError.ts";
import type { Migration, MigrationContext } from "./migrations/migration.types.ts";

const LEDGER = `
CREATE TABLE IF NOT EXISTS schema_migrations (number UInt32, name String, digest String, applied_at DateTime DEFAULT now())
ENGINE = MergeTree ORDER BY number
`;

interface MigrateOptions {
  /** Its requests may take hours. */
  client: ClickHouseClient;
  migrations: readonly Migration[];
  site: MigrationContext["site"];
  log: Pick<Logger, "info">;
}

/** An applied migration has changed, so that existing and new stores would differ. */
export class ChangedMigrationError extends Error {
  override name = "ChangedMigrationError";
}

/**
 * Finds the migrations that have not been applied.
 * @throws {NewerDataError} when the store is of a newer version.
 * @throws {ChangedMigrationError}
 */
export async function findPending({
  client,
  migrations,
}: Pick<MigrateOptions, "client" | "migrations">): Promise<Migration[]> {
  await client.command({ query: LEDGER });
  const applied = await readApplied(client);
  const latest = Math.max(0, ...migrations.map(({ number }) => number));
  if (Math.max(...applied.keys(), 0) > latest) throw new NewerDataError("The event store");
  const changed = migrations.find((each) => (applied.get(each.number) ?? digestOf(each)) !== digestOf(each));
  if (changed) {
    throw new ChangedMigrationError(
      `Migration ${changed.number} (${changed.name}) was changed after it had been applied; add a new one.`,
    );
  }
  return migrations.filter(({ number }) => !applied.has(number));
}

/** Applies each pending migration of the event store's schema once, in order. @throws as {@link findPending} does. */
export async function migrate({ client, migrations, site, log }: MigrateOptions): Promise<void> {
  const context = createContext(client, site);
  const pending = await findPending({ client, migrations });
  const isNew = pending.length === migrations.length;
  for (const migration of pending) {
    const { number, name } = migration;
    if (!isNew) log.info(`Migrating the event store: ${name}.`);
    for (const statement of migration.statements) {
      if (typeof statement === "string") await context.command(statement);
      else await statement.run(context);
    }
    await context.insert("schema_migrations", [{ number, name, digest: digestOf(migration) }]);
  }
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

async function readApplied(client: ClickHouseClient): Promise<Map<number, string>> {
  const query = "SELECT number, digest FROM schema_migrations";
  const rows = await (await client.query({ query, format: "JSONEachRow" })).json<{
    number: number;
    digest: string;
  }>();
  return new Map(rows.map(({ number, digest }) => [number, digest]));
}
