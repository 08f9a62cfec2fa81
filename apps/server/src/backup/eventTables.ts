import type { EventStore } from "../storage/events/eventStore.ts";
import { APPLIED_RETENTION } from "../storage/events/retention.ts";
import type { ArchiveWriter } from "./archive.ts";

type Reader = Pick<EventStore, "query">;

/** Engines that keep several versions of a row until they merge them; on a cluster, their names begin with Replicated or Shared. */
const MERGES_VERSIONS = /(?:Replacing|Summing|Aggregating|Collapsing)MergeTree$/;

/** The store's own tables, of what its schema is and how long it keeps rows; a restored store has its own. */
const LEDGER = "schema_migrations";
/** Copies of the record store's leads. They come first, so that each of them has its lead. */
const LEADS = "leads";
/** Up to when sessions are counted. What comes after it is counted again, so it comes before the sessions. */
const RECONCILED = "reconciled";

/** Adds tables of the event store. A row that the store has several versions of is written once. */
export async function writeEvents(
  store: Pick<EventStore, "query" | "streamLines">,
  archive: ArchiveWriter,
  { prefix, tables }: { prefix: string; tables: readonly string[] },
): Promise<void> {
  for (const [table, source] of await sourcesOf(store, tables)) {
    const rows = await store.streamLines(`SELECT * FROM ${source}`);
    await archive.section(`${prefix}${table}`, rows);
  }
}

/** Names of all tables with data, in the order to write them. */
export async function listEventTables(store: Reader): Promise<{ leads: string[]; others: string[] }> {
  const rows = await store.query<{ name: string }>(
    `SELECT name FROM system.tables
    WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name NOT IN ('${LEDGER}', '${APPLIED_RETENTION}')
    ORDER BY name != '${RECONCILED}', name`,
  );
  const names = rows.map(({ name }) => name);
  const isLeads = (name: string) => name === LEADS;
  return { leads: names.filter(isLeads), others: names.filter((name) => !isLeads(name)) };
}

/** The number of the latest migration. */
export async function readEventsMigration(store: Reader): Promise<number> {
  const [row] = await store.query<{ number: number }>(
    `SELECT toUInt32(max(number)) AS number FROM ${LEDGER}`,
  );
  return row?.number ?? 0;
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

/** What to read each table from, with its versions merged. @throws for a name that is none of a table, which may come from a file. */
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
