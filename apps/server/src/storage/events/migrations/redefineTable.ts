import type { MigrationContext, MigrationStep } from "./migration.types.ts";

interface Redefinition {
  table: string;
  /** The `CREATE TABLE` statement for a name. */
  define: (name: string) => string;
  /** Part of the new table's engine clause, which the old one does not have. */
  isNewBy: string;
  /** Copies rows of the old table `from` to the new, empty one `to`. */
  copy: (context: MigrationContext, names: { from: string; to: string }) => Promise<void>;
}

/**
 * Gives a table a new definition: fills a second table and renames it. The old table stays until the new one is complete, so an
 * interruption at any point loses nothing, and repeating the step finishes it.
 */
export function redefineTable({ table, define, isNewBy, copy }: Redefinition): MigrationStep {
  const next = `${table}_next`;
  const old = `${table}_old`;
  return {
    digest: define(table),
    async run(context) {
      const engines = await readEngines(context);
      const isComplete = engines.has(old);
      if (!isComplete && engines.get(table)?.includes(isNewBy)) return;
      if (!isComplete) {
        await context.command(`DROP TABLE IF EXISTS ${next}`);
        await context.command(define(next));
        await copy(context, { from: table, to: next });
        await context.command(`RENAME TABLE ${table} TO ${old}`);
      }
      if (!isComplete || engines.has(next)) await context.command(`RENAME TABLE ${next} TO ${table}`);
      await context.command(`DROP TABLE IF EXISTS ${old} SETTINGS max_table_size_to_drop = 0`);
    },
  };
}

async function readEngines({ query }: MigrationContext): Promise<Map<string, string>> {
  const rows = await query<{ name: string; engine: string }>(
    "SELECT name, engine_full AS engine FROM system.tables WHERE database = currentDatabase()",
  );
  return new Map(rows.map(({ name, engine }) => [name, engine]));
}

/**
 * A block holds all columns of its rows in memory. With the store's defaults, up to a million rows by each of two threads, a month of a few million events
 * does not fit into the embedded store's limit.
 */
const SMALL_BLOCKS =
  "max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 50000000";

interface PartitionCopy {
  from: string;
  to: string;
  /** Columns of `to`, comma-separated. */
  columns: string;
  /** The query for the rows of one partition. @param where the condition for them. */
  select: (where: string) => string;
  params?: Record<string, unknown>;
}

/** Copies rows partition by partition, so that one statement reads a month at most. */
export async function copyPartitions(
  { query, command }: MigrationContext,
  { from, to, columns, select, params = {} }: PartitionCopy,
): Promise<void> {
  const partitions = await query<{ id: string }>(
    `SELECT DISTINCT _partition_id AS id FROM ${from} ORDER BY id`,
  );
  for (const { id } of partitions) {
    const sql = `INSERT INTO ${to} (${columns}) ${select("_partition_id = {partition:String}")} SETTINGS max_execution_time = 0, ${SMALL_BLOCKS}`;
    await command(sql, { ...params, partition: id });
  }
}
