import { setTimeout as sleep } from "node:timers/promises";
import { ONE_SECOND } from "@marquee/contract";
import { type Blocks, readBlocks } from "./copyRows.ts";
import type { MigrationContext, MigrationCost, MigrationStep } from "./migration.types.ts";

interface CopiedTable {
  from: string;
  to: string;
  /**
   * Null for all rows; otherwise, only rows of later blocks that are missing in `to`: those that arrived while all were
   * copied.
   */
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

/** Suffixes of the new table's name before it is complete, and of the old one's after that. */
export const INTERIM = ["_next", "_old"];
const POLL = ONE_SECOND / 4;
/** Otherwise, ClickHouse only remembers the last 100 deletions. */
const KEEP_DELETIONS = "finished_mutations_to_keep";
const MOST_DELETIONS = 1_000_000;

/**
 * Gives a table a new definition: fills a second table and renames it. Meanwhile, others may continue to insert and delete rows: changes to the old
 * table after the copy are applied before that table is dropped. The old table stays until the new one is complete, so an interruption at any point
 * loses nothing, and repeating the step finishes it.
 */
export function redefineTable({ table, define, isNewBy, copy }: Redefinition): MigrationStep {
  const [next, old] = INTERIM.map((suffix) => `${table}${suffix}`) as [string, string];

  /** @returns the changes to apply after the renaming. */
  async function fill(context: MigrationContext, engine: string): Promise<Missed> {
    const { command } = context;
    await command(`DROP TABLE IF EXISTS ${next}`);
    await command(define(next));
    const since = await readTime(context);
    // In case of an interruption.
    await command(`ALTER TABLE ${next} MODIFY COMMENT '${since}'`);
    for (const each of [table, next])
      await command(`ALTER TABLE ${each} MODIFY SETTING ${KEEP_DELETIONS} = ${MOST_DELETIONS}`);
    // Replicas number blocks before they store them.
    const blocks = /^(?:Replicated|Shared)/.test(engine) ? ALL_BLOCKS : await readBlocks(context, table);
    await copy(context, { from: table, to: next, after: null });
    const deleted = await readTime(context);
    await repeatDeletions(context, { of: table, on: next, since });
    const renamed = await readTime(context);
    await command(`RENAME TABLE ${table} TO ${old}`);
    return { blocks, deleted, renamed };
  }

  return {
    digest: define(table),
    cost: (context) => costOf(context, table),
    async run(context) {
      const { command } = context;
      const tables = await readTables(context);
      const isFilled = tables.has(old);
      if (!isFilled && tables.get(table)?.engine.includes(isNewBy)) return;
      const begun = Number((tables.get(next) ?? tables.get(table))?.comment);
      const missed = isFilled
        ? { blocks: ALL_BLOCKS, deleted: begun, renamed: begun }
        : await fill(context, tables.get(table)?.engine ?? "");
      if (!isFilled || tables.has(next)) await command(`RENAME TABLE ${next} TO ${table}`);
      await waitForWriters(context);
      // Rows deleted by others since the renaming are no longer copied.
      await repeatDeletions(context, { of: table, on: old, since: missed.renamed });
      // A merge would replace parts between two statements.
      await command(`SYSTEM STOP MERGES ${old}`);
      await waitForMerges(context, old);
      await copy(context, { from: old, to: table, after: missed.blocks });
      await repeatDeletions(context, { of: old, on: table, since: missed.deleted });
      await command(`DROP TABLE IF EXISTS ${old} SETTINGS max_table_size_to_drop = 0`);
      await command(`ALTER TABLE ${table} RESET SETTING ${KEEP_DELETIONS}`);
      await command(`ALTER TABLE ${table} MODIFY COMMENT ''`);
    },
  };
}

/** Changes by others to the old table. */
interface Missed {
  blocks: Blocks;
  /** When deletions were repeated last, and when the table was renamed. */
  deleted: UnixSeconds;
  renamed: UnixSeconds;
}

/** After an interruption, all rows are compared. */
const ALL_BLOCKS: Blocks = new Map();

type UnixSeconds = number;

async function readTime({ query }: MigrationContext): Promise<UnixSeconds> {
  const [row] = await query<{ time: number }>("SELECT toUnixTimestamp(now()) AS time");
  return row?.time ?? 0;
}

/** System tables that a ClickHouse user must additionally be allowed to read. */
const NEEDED = ["processes", "merges", "mutations"];

async function costOf({ query }: Pick<MigrationContext, "query">, table: string): Promise<MigrationCost> {
  // Fails before anything is started if a permission is missing.
  for (const name of NEEDED) await query(`SELECT 1 FROM system.${name} LIMIT 1`);
  const [row] = await query<MigrationCost>(
    `SELECT toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes
    FROM system.parts WHERE active AND database = currentDatabase() AND table = {table:String}`,
    { table },
  );
  return row ?? { rows: 0, bytes: 0 };
}

interface StoredTable {
  engine: string;
  comment: string;
}

async function readTables({ query }: MigrationContext): Promise<Map<string, StoredTable>> {
  const rows = await query<StoredTable & { name: string }>(
    "SELECT name, engine_full AS engine, comment FROM system.tables WHERE database = currentDatabase()",
  );
  return new Map(rows.map(({ name, ...rest }) => [name, rest]));
}

/** A statement that started before a table was renamed still writes to that table. */
async function waitForWriters({ query }: MigrationContext): Promise<void> {
  const renamedAt = performance.now();
  await waitUntilNone(() =>
    query(
      `SELECT 1 FROM system.processes
      WHERE query_kind IN ('Insert', 'Delete', 'Alter', 'Update') AND current_database = currentDatabase() AND elapsed >= {elapsed:Float64}`,
      { elapsed: (performance.now() - renamedAt) / ONE_SECOND },
    ),
  );
}

/** A merge that is about to end still ends, although merges are stopped. */
async function waitForMerges({ query }: MigrationContext, table: string): Promise<void> {
  await waitUntilNone(() =>
    query("SELECT 1 FROM system.merges WHERE database = currentDatabase() AND table = {table:String}", {
      table,
    }),
  );
}

async function waitUntilNone(find: () => Promise<unknown[]>): Promise<void> {
  while ((await find()).length > 0) await sleep(POLL);
}

interface Deletions {
  of: string;
  on: string;
  since: UnixSeconds;
}

/** The time since which deletions may miss rows of a copy that starts now: running ones do not see rows inserted from now on. */
export async function deletionsSince({ query }: MigrationContext, table: string): Promise<UnixSeconds> {
  const [row] = await query<{ time: number }>(
    `SELECT least(toUnixTimestamp(now()), ifNull(minOrNull(toUnixTimestamp(create_time)), toUnixTimestamp(now()))) AS time
    FROM system.mutations
    WHERE database = currentDatabase() AND table = {table:String} AND NOT is_done AND NOT is_killed`,
    { table },
  );
  return row?.time ?? 0;
}

/** Repeats deletions of one table on another one or on itself. */
export async function repeatDeletions(
  { query, command }: MigrationContext,
  { of, on, since }: Deletions,
): Promise<void> {
  const mutations = await query<{ command: string }>(
    `SELECT command FROM system.mutations
    WHERE database = currentDatabase() AND table = {of:String} AND NOT is_killed
      AND position(command, '_row_exists = 0') > 0 AND toUnixTimestamp(create_time) >= {since:UInt32}
    ORDER BY create_time, mutation_id`,
    { of, since },
  );
  for (const mutation of mutations)
    await command(`ALTER TABLE ${on} ${mutation.command} SETTINGS mutations_sync = 2`);
}
