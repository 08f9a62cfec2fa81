import { setTimeout as sleep } from "node:timers/promises";
import { ONE_SECOND } from "@marquee/contract";
import { type Blocks, readBlocks } from "./copyRows.ts";
import type { MigrationContext, MigrationCost, MigrationStep } from "./migration.types.ts";

interface CopiedTable {
  from: string;
  to: string;
  /** Null for all rows; else, only rows of later blocks that are missing in `to`: those that arrived while all were copied. */
  after: Blocks | null;
}

interface Redefinition {
  table: string;
  /** The `CREATE TABLE` statement for a name. */
  define: (name: string) => string;
  /** Part of the new table's engine clause, which the old one does not have. */
  isNewBy: string;
  /** Copies rows of the old table `from` to the new one `to`. */
  copy: (context: MigrationContext, table: CopiedTable) => Promise<void>;
}

/** What ends the names of the new table before it is complete, and of the old one after that. */
const INTERIM = ["_next", "_old"];
const POLL = ONE_SECOND / 4;

/**
 * Gives a table a new definition: fills a second table and renames it. Meanwhile, others may go on to insert and delete rows: what reaches the old table
 * after its rows were copied is made up for, before that table is dropped. The old table stays until the new one is complete, so an interruption at any
 * point loses nothing, and repeating the step finishes it.
 */
export function redefineTable({ table, define, isNewBy, copy }: Redefinition): MigrationStep {
  const [next, old] = INTERIM.map((suffix) => `${table}${suffix}`) as [string, string];
  return {
    digest: define(table),
    cost: (context) => costOf(context, table),
    async run(context) {
      const { command } = context;
      const engines = await readEngines(context);
      const isComplete = engines.has(old);
      if (!isComplete && engines.get(table)?.includes(isNewBy)) return;
      // After an interruption, all rows are compared, and all deletions repeated.
      let after: Blocks = new Map();
      let since: UnixSeconds = 0;
      if (!isComplete) {
        await command(`DROP TABLE IF EXISTS ${next}`);
        await command(define(next));
        since = await readTime(context);
        after = await readBlocks(context, table);
        await copy(context, { from: table, to: next, after: null });
        await command(`RENAME TABLE ${table} TO ${old}, ${next} TO ${table}`);
      } else if (engines.has(next)) await command(`RENAME TABLE ${next} TO ${table}`);
      await waitForWriters(context);
      // A merge would replace parts between two statements.
      await command(`SYSTEM STOP MERGES ${old}`);
      await copy(context, { from: old, to: table, after });
      await repeatDeletions(context, { from: old, to: table, since });
      await command(`DROP TABLE IF EXISTS ${old} SETTINGS max_table_size_to_drop = 0`);
    },
  };
}

/** Whether a table is there while another gets its new definition. */
export function isInterimTable(name: string): boolean {
  return INTERIM.some((suffix) => name.endsWith(suffix));
}

type UnixSeconds = number;

async function readTime({ query }: MigrationContext): Promise<UnixSeconds> {
  const [row] = await query<{ time: number }>("SELECT toUnixTimestamp(now()) AS time");
  return row?.time ?? 0;
}

async function costOf({ query }: Pick<MigrationContext, "query">, table: string): Promise<MigrationCost> {
  const [row] = await query<MigrationCost>(
    `SELECT toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes
    FROM system.parts WHERE active AND database = currentDatabase() AND table = {table:String}`,
    { table },
  );
  return row ?? { rows: 0, bytes: 0 };
}

async function readEngines({ query }: MigrationContext): Promise<Map<string, string>> {
  const rows = await query<{ name: string; engine: string }>(
    "SELECT name, engine_full AS engine FROM system.tables WHERE database = currentDatabase()",
  );
  return new Map(rows.map(({ name, engine }) => [name, engine]));
}

/** A statement that began before a table was renamed still writes to that table, whatever its name is now. */
async function waitForWriters({ query }: MigrationContext): Promise<void> {
  const renamedAt = performance.now();
  const isWriting = async () => {
    const elapsed = (performance.now() - renamedAt) / ONE_SECOND;
    const writers = await query(
      `SELECT 1 FROM system.processes
      WHERE query_kind IN ('Insert', 'Delete', 'Alter', 'Update') AND current_database = currentDatabase() AND elapsed >= {elapsed:Float64}`,
      { elapsed },
    );
    return writers.length > 0;
  };
  while (await isWriting()) await sleep(POLL);
}

interface Deletions {
  from: string;
  to: string;
  /** When the copying began. */
  since: UnixSeconds;
}

/** Deletes from the new table what was deleted from the old one after it had been copied. */
async function repeatDeletions(
  { query, command }: MigrationContext,
  { from, to, since }: Deletions,
): Promise<void> {
  const mutations = await query<{ command: string }>(
    `SELECT command FROM system.mutations
    WHERE database = currentDatabase() AND table = {from:String} AND NOT is_killed
      AND position(command, '_row_exists = 0') > 0 AND toUnixTimestamp(create_time) >= {since:UInt32}
    ORDER BY create_time, mutation_id`,
    { from, since },
  );
  for (const mutation of mutations)
    await command(`ALTER TABLE ${to} ${mutation.command} SETTINGS mutations_sync = 2`);
}
