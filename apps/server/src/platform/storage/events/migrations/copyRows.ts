import type { MigrationContext } from "./migration.types.ts";

/**
 * A block holds all columns of its rows in memory. With the store's defaults, up to a million rows by each of two threads, a month of a few million events
 * does not fit into the embedded store's limit.
 */
const SMALL_BLOCKS =
  "max_threads = 1, max_insert_threads = 1, min_insert_block_size_rows = 100000, min_insert_block_size_bytes = 50000000";

/** The latest block of each partition. Every insertion makes blocks with higher numbers, which merges keep. */
export type Blocks = ReadonlyMap<string, number>;

export async function readBlocks({ query }: Pick<MigrationContext, "query">, table: string): Promise<Blocks> {
  const rows = await query<{ id: string; block: number }>(
    `SELECT partition_id AS id, toFloat64(max(max_block_number)) AS block FROM system.parts
    WHERE active AND database = currentDatabase() AND table = {table:String} GROUP BY id ORDER BY id`,
    { table },
  );
  return new Map(rows.map(({ id, block }) => [id, block]));
}

interface RowCopy {
  from: string;
  to: string;
  /** Columns of `to`, comma-separated. */
  columns: string;
  /** The query for some rows of `from`. @param where the condition for them. */
  select: (where: string) => string;
  params?: Record<string, unknown>;
  /** Copies only rows that are missing, and only from later blocks than these. */
  after?: Blocks | null;
}

/** Copies rows partition by partition, so that one statement reads a month at most. */
export async function copyRows(context: MigrationContext, copy: RowCopy): Promise<void> {
  if (copy.after) return copyLateRows(context, copy, copy.after);
  for (const partition of (await readBlocks(context, copy.from)).keys())
    await insertRows(context, copy, "_partition_id = {partition:String}", { partition });
}

/** Rows whose IDs are compared at once. */
const IDS_AT_ONCE = 500_000;

/** Rows copied twice still count once, but take space until merged, so existing rows are skipped. */
async function copyLateRows(context: MigrationContext, copy: RowCopy, after: Blocks): Promise<void> {
  const { from, to } = copy;
  const late = await listLateParts(context, from, after);
  for (const { partition, parts, rows } of late) {
    const groups = Math.max(1, Math.ceil(rows / IDS_AT_ONCE));
    for (let group = 0; group < groups; group += 1) {
      const isLate = `_partition_id = {partition:String} AND has({parts:Array(String)}, _part)
        AND cityHash64(message_id) % {groups:UInt32} = {group:UInt32}`;
      const isThere = `message_id IN (SELECT message_id FROM ${to} WHERE message_id IN (SELECT message_id FROM ${from} WHERE ${isLate}))`;
      await insertRows(context, copy, `${isLate} AND NOT (${isThere})`, { partition, parts, groups, group });
    }
  }
  // A part that was replaced meanwhile has not been read.
  const left = await listLateParts(context, from, after);
  if (JSON.stringify(left) !== JSON.stringify(late)) await copyLateRows(context, copy, after);
}

interface LateParts {
  partition: string;
  parts: string[];
  rows: number;
}

/** The parts with later blocks, by partition. Merged parts also have earlier rows. */
function listLateParts({ query }: MigrationContext, table: string, after: Blocks): Promise<LateParts[]> {
  return query<LateParts>(
    `SELECT partition_id AS partition, arraySort(groupArray(name)) AS parts, toFloat64(sum(rows)) AS rows
    FROM system.parts
    WHERE active AND database = currentDatabase() AND table = {table:String}
      AND max_block_number > transform(partition_id, {partitions:Array(String)}, {blocks:Array(Int64)}, toInt64(-1))
    GROUP BY partition ORDER BY partition`,
    { table, partitions: ["", ...after.keys()], blocks: [-1, ...after.values()] },
  );
}

async function insertRows(
  { command }: MigrationContext,
  { to, columns, select, params = {} }: RowCopy,
  where: string,
  extraParams: Record<string, unknown>,
): Promise<void> {
  const sql = `INSERT INTO ${to} (${columns}) ${select(where)} SETTINGS max_execution_time = 0, ${SMALL_BLOCKS}`;
  await command(sql, { ...params, ...extraParams });
}
