import { createHash } from "node:crypto";
import type { ClickHouseClient } from "@clickhouse/client";
import type { Migration } from "./migrations/index.ts";

const LEDGER = `
CREATE TABLE IF NOT EXISTS schema_migrations (number UInt32, name String, digest String, applied_at DateTime DEFAULT now())
ENGINE = MergeTree ORDER BY number
`;

/**
 * Applies each pending migration of the event store's schema once, in order.
 * @throws when an applied migration has changed, because existing and new stores would then differ.
 */
export async function migrate(client: ClickHouseClient, migrations: readonly Migration[]): Promise<void> {
  await client.command({ query: LEDGER });
  const applied = await readApplied(client);
  for (const migration of migrations) {
    const digest = createHash("sha256").update(migration.statements.join("\n")).digest("hex");
    const known = applied.get(migration.number);
    if (known && known !== digest) {
      throw new Error(
        `Migration ${migration.number} (${migration.name}) was changed after it had been applied; add a new one.`,
      );
    }
    if (known) continue;
    for (const query of migration.statements) await client.command({ query });
    const values = [{ number: migration.number, name: migration.name, digest }];
    await client.insert({
      table: "schema_migrations",
      columns: ["number", "name", "digest"],
      values,
      format: "JSONEachRow",
    });
  }
}

async function readApplied(client: ClickHouseClient): Promise<Map<number, string>> {
  const result = await client.query({
    query: "SELECT number, digest FROM schema_migrations",
    format: "JSONEachRow",
  });
  const rows = await result.json<{ number: number; digest: string }>();
  return new Map(rows.map(({ number, digest }) => [number, digest]));
}
