import type { EventStore } from "../storage/events/eventStore.ts";
import type { ArchiveWriter } from "./archive.ts";

type Reader = Pick<EventStore, "query">;

/** The store's own table of what its schema is; a restored store has it already. */
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
  for (const table of tables) {
    const rows = await store.streamLines(`SELECT * FROM ${await sourceOf(store, table)}`);
    await archive.section(`${prefix}${table}`, rows);
  }
}

/** Names of all tables with data, in the order to write them. */
export async function listEventTables(store: Reader): Promise<{ leads: string[]; others: string[] }> {
  const rows = await store.query<{ name: string }>(
    `SELECT name FROM system.tables
    WHERE database = currentDatabase() AND engine LIKE '%MergeTree' AND name != '${LEDGER}'
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

export async function countEventRows(store: Reader, table: string): Promise<number> {
  const [row] = await store.query<{ rows: number }>(
    `SELECT toFloat64(count()) AS rows FROM ${await sourceOf(store, table)}`,
  );
  return row?.rows ?? 0;
}

/** A table with its versions merged. @throws for a name that is none of a table, which may come from a file. */
export async function sourceOf(store: Reader, name: string): Promise<string> {
  const [table] = await store.query<{ engine: string }>(
    "SELECT engine FROM system.tables WHERE database = currentDatabase() AND name = {name:String}",
    { name },
  );
  if (!table?.engine.endsWith("MergeTree")) throw new Error(`There is no table ${name}.`);
  return table.engine === "MergeTree" ? name : `${name} FINAL`;
}
