import type { MigrationContext } from "./migration.types.ts";
import { INTERIM } from "./redefineTable.ts";

/** Whether a migration is giving a table a new definition, here or on another instance: rows deleted now may reappear. */
export async function isMigrating({ query }: Pick<MigrationContext, "query">): Promise<boolean> {
  const rows = await query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase()",
  );
  const names = new Set(rows.map(({ name }) => name));
  return [...names].some((name) => INTERIM.some((suffix) => names.has(`${name}${suffix}`)));
}
