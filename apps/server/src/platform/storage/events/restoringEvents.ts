import { RESTORING, type Restoring } from "../restoring.ts";
import type { MigrationContext } from "./migrations/migration.types.ts";

type Store = Pick<MigrationContext, "query" | "command">;

/** @returns the backup being restored into the store; null for none. */
export async function readEventsMark({ query }: Pick<Store, "query">): Promise<Restoring | null> {
  const views = await query(
    `SELECT 1 FROM system.tables WHERE database = currentDatabase() AND name = '${RESTORING}'`,
  );
  if (views.length === 0) return null;
  const [mark] = await query<Restoring>(`SELECT id, file FROM ${RESTORING}`);
  return mark ?? null;
}

/**
 * Marks the store with a view of one row: created by one statement, and not a table, so that no backup contains it.
 */
export async function markEvents(
  { command }: Pick<Store, "command">,
  { id, file }: Restoring,
): Promise<void> {
  await command(
    `CREATE VIEW IF NOT EXISTS ${RESTORING} AS SELECT ${quote(id)} AS id, ${quote(file)} AS file`,
  );
}

export async function unmarkEvents({ command }: Pick<Store, "command">): Promise<void> {
  await command(`DROP VIEW IF EXISTS ${RESTORING}`);
}

/** A view can't have parameters. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
