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

/**
 * Applies each pending migration of the event store's schema once, in order.
 * @throws {NewerDataError} when the store is of a newer version.
 * @throws when an applied migration has changed, because existing and new stores would then differ.
 */
export async function migrate({ client, migrations, site, log }: MigrateOptions): Promise<void> {
  const context = createContext(client, site);
  await context.command(LEDGER);
  const applied = await readApplied(context);
  const latest = Math.max(0, ...migrations.map(({ number }) => number));
  if (Math.max(...applied.keys(), 0) > latest) throw new NewerDataError("The event store");
  for (const migration of migrations) {
    const digest = digestOf(migration);
    const known = applied.get(migration.number);
    if (known && known !== digest) {
      throw new Error(
        `Migration ${migration.number} (${migration.name}) was changed after it had been applied; add a new one.`,
      );
    }
    if (known) continue;
    if (applied.size > 0) log.info(`Migrating the event store: ${migration.name}.`);
    for (const statement of migration.statements) {
      if (typeof statement === "string") await context.command(statement);
      else await statement.run(context);
    }
    await context.insert("schema_migrations", [{ number: migration.number, name: migration.name, digest }]);
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
      if (values.length > 0) await client.insert({ table, columns, values, format: "JSONEachRow" });
    },
  };
}

async function readApplied({ query }: MigrationContext): Promise<Map<number, string>> {
  const rows = await query<{ number: number; digest: string }>(
    "SELECT number, digest FROM schema_migrations",
  );
  return new Map(rows.map(({ number, digest }) => [number, digest]));
}
