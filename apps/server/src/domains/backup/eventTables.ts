import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { MIGRATIONS } from "../../platform/storage/events/migrations/index.ts";
import { APPLIED_RETENTION } from "../../platform/storage/events/retention.ts";
import { replaceByEmpty, SNAPSHOT } from "../../platform/storage/events/snapshots.ts";
import type { ArchiveWriter } from "./archive.ts";

type Reader = Pick<EventStore, "query">;

/** Engines that keep several versions of a row until they merge them; on a cluster, their names begin with Replicated or Shared. */
const MERGES_VERSIONS = /(?:Replacing|Summing|Aggregating|Collapsing)MergeTree$/;

/** Tables about the store itself: its schema and retention. A restored store has its own. */
const LEDGER = "schema_migrations";
/** Copies of the record store's leads. They come first, so that each of them has its lead. */
const LEADS = "leads";
/**
 * The time up to which sessions are counted. Later events are counted again, so it is written before the
 * sessions.
 */
const RECONCILED = "reconciled";

/** All versions of a row are in one partition, by the sorting key. These tables are too large to be merged as a whole in memory. */
const MERGED_BY_PARTITION = new Set(["events", "sessions", "tallies"]);

/** Adds tables of the event store from their snapshots. A row with several versions is written once. */
export async function writeEvents(
  store: Pick<EventStore, "query" | "streamLines">,
  archive: ArchiveWriter,
  { prefix, snapshots }: { prefix: string; snapshots: ReadonlyMap<string, string> },
): Promise<void> {
  const sources = await sourcesOf(store, [...snapshots.values()]);
  for (const [table, snapshot] of snapshots) {
    const source = sources.get(snapshot) ?? snapshot;
    const parts = MERGED_BY_PARTITION.has(table) ? await conditionsOfParts(store, snapshot) : ["1"];
    await archive.section(`${prefix}${table}`, rowsOf(store, source, parts));
  }
}

/** @param parts disjoint conditions, read one after the other. */
async function* rowsOf(
  store: Pick<EventStore, "streamLines">,
  source: string,
  parts: readonly string[],
): AsyncGenerator<Uint8Array> {
  for (const part of parts) yield* await store.streamLines(`SELECT * FROM ${source} WHERE ${part}`);
}

async function conditionsOfParts(store: Reader, table: string): Promise<string[]> {
  const partitions = await store.query<{ id: string }>(
    `SELECT DISTINCT _partition_id AS id FROM ${table} ORDER BY id`,
  );
  return partitions.map(({ id }) => `_partition_id = '${id}'`);
}

/** Names of all tables with data, in the order to freeze and to write them. */
export interface EventTables {
  leads: string[];
  otherTables: string[];
}

export async function listEventTables(store: Reader): Promise<EventTables> {
  const rows = await store.query<{ name: string }>(
    `SELECT name FROM system.tables
    WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN ('${LEDGER}', '${APPLIED_RETENTION}')
      AND NOT startsWith(name, '${SNAPSHOT}')
    ORDER BY name != '${RECONCILED}', name`,
  );
  const names = rows.map(({ name }) => name);
  const isLeads = (name: string) => name === LEADS;
  return { leads: names.filter(isLeads), otherTables: names.filter((name) => !isLeads(name)) };
}

/** The number of the latest migration. */
export async function readEventsMigration(store: Reader): Promise<number> {
  const [row] = await store.query<{ number: number }>(
    `SELECT toUInt32(max(number)) AS number FROM ${LEDGER}`,
  );
  return row?.number ?? 0;
}

/** Numbers of earlier migrations that wait until instances of earlier versions have stopped. */
export async function readWaitingMigrations(store: Reader): Promise<number[]> {
  const applied = await store.query<{ number: number }>(`SELECT number FROM ${LEDGER}`);
  const numbers = new Set(applied.map(({ number }) => number));
  const latest = Math.max(0, ...numbers);
  return MIGRATIONS.flatMap(({ number }) => (number < latest && !numbers.has(number) ? [number] : []));
}

/** Whether none of the tables has a row. */
export async function hasNoEventRows(store: Reader, tables: readonly string[]): Promise<boolean> {
  const sources = [...(await sourcesOf(store, tables)).values()];
  const firstRows = sources.map((source) => `SELECT 1 FROM (SELECT 1 FROM ${source} LIMIT 1)`);
  return (await store.query(firstRows.join(" UNION ALL "))).length === 0;
}

/** The number of rows in each table. */
export async function countEventRows(store: Reader, tables: readonly string[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  // Not in one query, whose time is limited.
  for (const [table, source] of await sourcesOf(store, tables)) {
    const [row] = await store.query<{ rows: number }>(`SELECT toFloat64(count()) AS rows FROM ${source}`);
    counts.set(table, row?.rows ?? 0);
  }
  return counts;
}

/** Removes all rows of a table. */
export async function emptyEventTable(
  store: Pick<EventStore, "query" | "command">,
  table: string,
): Promise<void> {
  // The name may come from a file.
  await sourcesOf(store, [table]);
  await replaceByEmpty(store, table);
}

/** Names of tables whose rows expire automatically, even while a backup is being restored. */
export async function listExpiringTables(store: Reader): Promise<ReadonlySet<string>> {
  const rows = await store.query<{ name: string }>(
    "SELECT name FROM system.tables WHERE database = currentDatabase() AND position(engine_full, ' TTL ') > 0",
  );
  return new Set(rows.map(({ name }) => name));
}

/** What to read each table from, with its versions merged. @throws for an unknown table name, because names may come from a file. */
export async function sourcesOf(store: Reader, names: readonly string[]): Promise<Map<string, string>> {
  const tables = await store.query<{ name: string; engine: string }>(
    "SELECT name, engine FROM system.tables WHERE database = currentDatabase() AND has({names:Array(String)}, name)",
    { names },
  );
  const engines = new Map(tables.map(({ name, engine }) => [name, engine]));
  return new Map(
    names.map((name) => {
      const engine = engines.get(name);
      if (!engine?.endsWith("MergeTree")) throw new Error(`There is no table ${name}.`);
      return [name, MERGES_VERSIONS.test(engine) ? `${name} FINAL` : name];
    }),
  );
}
