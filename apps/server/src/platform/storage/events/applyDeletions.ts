import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_MINUTE, ONE_SECOND } from "@marquee/contract";
import { type Neighbors, NO_NEIGHBORS } from "./contractWhenAlone.ts";
import type { EventStore } from "./eventStore.ts";
import { isMigrating } from "./migrations/isMigrating.ts";
import { mutate } from "./mutate.ts";
import { SNAPSHOT } from "./snapshots.ts";

type Store = Pick<EventStore, "query" | "command">;

interface ApplyOptions {
  /** Whether the store is embedded, so that it can wait until files are removed. A ClickHouse server removes them within minutes. */
  isEmbedded: boolean;
  /** Runs each statement while no migration is running; by default immediately. */
  alone?: Neighbors["alone"];
  signal?: AbortSignal;
  /** Called before each partition. */
  onProgress?: (done: number, of: number) => void;
}

export const MIGRATING = "The event store is being migrated.";

/** A table's parts stay on disk for this long after others have replaced them, in seconds; ClickHouse's default is 8 minutes. */
const OLD_PARTS_LIFETIME = 1;
/**
 * Settings of the embedded store meanwhile: replaced parts are removed sooner. ClickHouse keeps them because new ones may not be on disk yet when the power
 * fails, so these are flushed.
 */
const PROMPT_SETTINGS = { old_parts_lifetime: OLD_PARTS_LIFETIME, min_rows_to_fsync_after_merge: 1 } as const;
/** Mutations stay on disk with the IDs in their conditions; 0 would keep all. The last one applies the deletions and contains no IDs. */
const KEPT_MUTATIONS = "finished_mutations_to_keep = 1";
/** A table without inserts checks for old files at least every ten minutes. */
const REMOVED_WITHIN: Milliseconds = 15 * ONE_MINUTE;

/**
 * Removes deleted rows from the files of the event store. `DELETE FROM` only marks rows, and its conditions, with the IDs of people, stay on disk as finished
 * mutations. Works by partition, only on those with marked rows. The store can be used meanwhile.
 * @throws when the store can't do it, or the embedded one still has the old files after minutes.
 */
export async function applyDeletions(
  store: Store,
  { isEmbedded, alone = NO_NEIGHBORS.alone, signal, onProgress = () => undefined }: ApplyOptions,
): Promise<void> {
  /** So that a migration at the start of a new version only waits for one statement. */
  const step = (run: (signal: AbortSignal) => Promise<void>) =>
    alone(
      async (lost) => {
        if (await isMigrating(store)) throw new Error(MIGRATING);
        await run(signal ? AbortSignal.any([signal, lost]) : lost);
      },
      { ...(signal && { signal }) },
    );
  const tables = await findTables(store);
  const all = tables.flatMap(({ table, partitions }) =>
    partitions.map((partition) => ({ table, partition })),
  );
  await step(async () => {
    for (const { table, isKept } of tables) {
      if (!isKept) await store.command(`ALTER TABLE ${table} MODIFY SETTING ${KEPT_MUTATIONS}`);
      if (isEmbedded) await store.command(`ALTER TABLE ${table} MODIFY SETTING ${settingsText()}`);
    }
  });
  try {
    let done = 0;
    for (const { table, partition } of all) {
      signal?.throwIfAborted();
      onProgress(done, all.length);
      await step((either) => applyMask(store, table, ` IN PARTITION ID '${partition}'`, either));
      done += 1;
    }
    // Tables whose conditions matched nothing, or whose marked rows were merged away.
    for (const { table, partitions } of tables)
      if (partitions.length === 0) await step((either) => applyMask(store, table, "", either));
    onProgress(done, all.length);
    if (isEmbedded) await waitUntilRemoved(store, tables, signal);
  } finally {
    if (isEmbedded)
      for (const { table } of tables)
        await store.command(`ALTER TABLE ${table} RESET SETTING ${Object.keys(PROMPT_SETTINGS).join(", ")}`);
  }
}

/** Whether deleted rows are still in the files. */
export async function hasMarkedRows({ query }: Pick<Store, "query">): Promise<boolean> {
  const rows = await query(
    `SELECT 1 FROM system.parts WHERE database = currentDatabase() AND active AND has_lightweight_delete AND ${IS_NO_SNAPSHOT} LIMIT 1`,
  );
  return rows.length > 0;
}

const IS_NO_SNAPSHOT = `NOT startsWith(table, '${SNAPSHOT}')`;
/** Whether a mutation is a `DELETE FROM`, whose condition may contain someone's ID. */
const IS_OF_PERSON = "position(command, '_row_exists') > 0";

interface MarkedTable {
  table: string;
  /** IDs of the partitions with marked rows. */
  partitions: string[];
  /** Whether the table keeps only the required mutations. */
  isKept: boolean;
}

async function findTables({ query }: Store): Promise<MarkedTable[]> {
  const rows = await query<{ name: string; partitions: string[]; kept: 0 | 1 }>(
    `SELECT name, partitions, match(engine_full, '${KEPT_MUTATIONS}(,|$)') AS kept FROM system.tables
     LEFT JOIN (
       SELECT table, groupUniqArrayIf(partition_id, has_lightweight_delete = 1) AS partitions FROM system.parts
       WHERE database = currentDatabase() AND active GROUP BY table
     ) AS parts ON parts.table = name
     WHERE database = currentDatabase() AND NOT startsWith(name, '${SNAPSHOT}') AND (
       notEmpty(partitions)
       OR name IN (SELECT table FROM system.mutations WHERE database = currentDatabase() AND ${IS_OF_PERSON}))
     ORDER BY name`,
  );
  return rows.map(({ name, partitions, kept }) => ({
    table: name,
    partitions: [...partitions].sort(),
    isKept: kept === 1,
  }));
}

function applyMask(store: Store, table: string, where: string, signal?: AbortSignal): Promise<void> {
  return mutate(store, { table, change: `APPLY DELETED MASK${where}` }, signal);
}

/** Obsolete data on disk: replaced parts, and mutations with IDs of people. Their names, by table. */
async function listOld(
  { query }: Pick<Store, "query">,
  tables: readonly MarkedTable[],
): Promise<{ table: string; name: string }[]> {
  const isOne = "database = currentDatabase() AND has({tables:Array(String)}, table)";
  return query(
    `SELECT table, name FROM system.parts WHERE ${isOne} AND NOT active
     UNION ALL SELECT table, mutation_id AS name FROM system.mutations WHERE ${isOne} AND is_done AND ${IS_OF_PERSON}`,
    { tables: tables.map(({ table }) => table) },
  );
}

/**
 * Waits until currently obsolete data was removed from disk. Data that becomes obsolete meanwhile belongs to
 * later deletions.
 */
async function waitUntilRemoved(
  store: Store,
  tables: readonly MarkedTable[],
  signal?: AbortSignal,
): Promise<void> {
  const keyOf = ({ table, name }: { table: string; name: string }) => `${table} ${name}`;
  let left = await listOld(store, tables);
  for (const deadline = Date.now() + REMOVED_WITHIN; left.length > 0; ) {
    if (Date.now() > deadline)
      throw new Error(`${left.length} old parts and mutations of the event store are still on disk.`);
    await sleep(ONE_SECOND, undefined, signal && { signal });
    const old = new Set((await listOld(store, tables)).map(keyOf));
    left = left.filter((each) => old.has(keyOf(each)));
  }
}

function settingsText(): string {
  return Object.entries(PROMPT_SETTINGS)
    .map(([name, value]) => `${name} = ${value}`)
    .join(", ");
}
