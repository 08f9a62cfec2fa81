import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { type SQL, sql } from "drizzle-orm";
import { inject } from "vitest";
import type { EventStore } from "../platform/storage/events/eventStore.ts";
import type { Records } from "../platform/storage/records/records.ts";
import type { Stores } from "../platform/storage/stores.ts";
import { startTestEvents, startTestRecords, type TestStores, withSpools } from "./startTestStores.ts";
import { removeDir } from "./temporaryDir.ts";

/*
 * Starting a store takes more processor time than most tests. The test files of a worker therefore take turns with one event store and one
 * record store, which are emptied for each. Tests that stop a store, kill it or read its files start their own.
 */
interface Lent {
  dataDir: string;
  events?: Promise<EventStore>;
  records?: Promise<{ records: Records; initial: Map<string, string> }>;
  borrowed: Set<"events" | "records">;
}

/** Each test file evaluates modules again, but the global object is kept. */
const globals = globalThis as { marqueeLentStores?: Lent };

function lent(): Lent {
  globals.marqueeLentStores ??= {
    dataDir: mkdtempSync(join(inject("lentStoresDir"), "worker-")),
    borrowed: new Set(),
  };
  return globals.marqueeLentStores;
}

/** Lends this worker's stores as they are after the migrations, with new spools. `stop` returns them. */
export async function borrowTestStores(): Promise<TestStores> {
  const dataDir = mkdtempSync(join(inject("lentStoresDir"), "spools-"));
  const { stop, ...stores } = await withSpools(await borrowStores(), dataDir);
  return {
    ...stores,
    async stop() {
      await stop();
      removeDir(dataDir);
    },
  };
}

/** Like {@link borrowTestStores}, without the spools. */
export async function borrowStores(): Promise<Stores> {
  const [eventStore, records] = await Promise.all([borrowEvents(), borrowRecords()]);
  return {
    eventStore,
    records,
    async stop() {
      await Promise.all([eventStore.stop(), records.stop()]);
    },
  };
}

/** Lends this worker's event store, without any rows. `stop` returns it. @throws while a test has it. */
export async function borrowEvents(): Promise<EventStore> {
  const giveBack = take("events");
  const shared = lent();
  shared.events ??= startTestEvents(shared.dataDir);
  const store = await shared.events;
  await emptyEvents(store);
  // The store remembers the tokens of removed rows.
  const borrower = randomUUID();
  return {
    ...store,
    insert: (table, rows, token) => store.insert(table, rows, `${borrower} ${token}`),
    insertLines: (table, lines, token) => store.insertLines(table, lines, `${borrower} ${token}`),
    stop: async () => giveBack(),
  };
}

/** Lends this worker's record store with only the rows that migrations insert. `stop` returns it. @throws while a test has it. */
export async function borrowRecords(): Promise<Records> {
  const giveBack = take("records");
  const shared = lent();
  shared.records ??= startWithInitialRows(shared.dataDir);
  const { records, initial } = await shared.records;
  await resetRecords(records, initial);
  const listening = new Set<() => Promise<void>>();
  return {
    ...records,
    async listen(channel, onNotify) {
      const stop = await records.listen(channel, onNotify);
      listening.add(stop);
      return async () => {
        listening.delete(stop);
        await stop();
      };
    },
    async stop() {
      for (const stop of listening) await stop();
      giveBack();
    },
  };
}

/** @returns a function that ends the loan. */
function take(store: "events" | "records"): () => void {
  const { borrowed } = lent();
  if (borrowed.has(store))
    throw new Error(`A test of this worker still has the ${store} store. Stop it first, or start your own.`);
  borrowed.add(store);
  return () => void borrowed.delete(store);
}

async function emptyEvents({ query, command }: EventStore): Promise<void> {
  const tables = await query<{ name: string }>(
    `SELECT name FROM system.tables
WHERE database = currentDatabase() AND endsWith(engine, 'MergeTree') AND name != 'schema_migrations' AND total_rows > 0`,
  );
  for (const { name } of tables) await command(`TRUNCATE TABLE ${name}`);
}

/** Starts a record store. @returns also the rows of each table, as a JSON array. */
async function startWithInitialRows(dataDir: string) {
  const records = await startTestRecords(dataDir);
  const initial = new Map<string, string>();
  for (const table of await tablesOf(records)) {
    const [row] = await select<{ rows: string | null }>(
      records,
      sql`SELECT json_agg(t)::text AS rows FROM ${sql.identifier(table)} AS t`,
    );
    initial.set(table, row?.rows ?? "[]");
  }
  return { records, initial };
}

async function resetRecords(records: Records, initial: Map<string, string>): Promise<void> {
  const tables = [...initial.keys()].map((table) => sql.identifier(table));
  await records.db.execute(sql`TRUNCATE ${sql.join(tables, sql`, `)} RESTART IDENTITY CASCADE`);
  for (const [table, rows] of initial) {
    if (rows === "[]") continue;
    const name = sql.identifier(table);
    await records.db.execute(
      sql`INSERT INTO ${name} OVERRIDING SYSTEM VALUE SELECT * FROM json_populate_recordset(NULL::${name}, ${rows}::json)`,
    );
  }
}

async function tablesOf(records: Records): Promise<string[]> {
  const tables = sql`SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'`;
  return (await select<{ name: string }>(records, tables)).map(({ name }) => name);
}

/** Runs a query on the embedded store. */
async function select<Row>({ db }: Records, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}
