import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { IS_SOAK } from "../../../scripts/test/soak.mjs";
import { copyRows } from "./platform/storage/events/migrations/copyRows.ts";
import { MIGRATIONS } from "./platform/storage/events/migrations/index.ts";
import type { Migration } from "./platform/storage/events/migrations/migration.types.ts";
import { redefineTable } from "./platform/storage/events/migrations/redefineTable.ts";
import { type ForkedApp, forkApp } from "./testing/forkApp.ts";
import { startSharedStores } from "./testing/sharedStores.ts";
import type { TestEngine } from "./testing/startEngine.ts";
import { startWholeApp } from "./testing/startTestApp.ts";
import { openStoresOnly } from "./testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "./testing/temporaryDir.ts";

/*
 * A new version next to an old one: both have their own data folder, and share PostgreSQL and ClickHouse. The new one has a migration that gives the table of
 * events another sorting key, and one that drops a table.
 */
const DATA = IS_SOAK ? 2_000_000 : 20_000;
const SENDERS = IS_SOAK ? 8 : 2;
/** Events of a batch. */
const BATCH = 5;
/** Number of events that arrive while rows are copied, and again afterward. */
const AT_LEAST = 200;

let dirs: { engine: string; old: string; next: string };
let engine: TestEngine;
let env: Record<string, string>;
let old: ForkedApp;

beforeAll(async () => {
  dirs = { engine: createTemporaryDir(), old: createTemporaryDir(), next: createTemporaryDir() };
  ({ engine, env } = await startSharedStores(dirs.engine, "http://127.0.0.1:3000"));
  old = await forkApp(dirs.old, env, "whole");
  // It listens as soon as it can serve pages.
  await vi.waitUntil(async () => (await fetch(`${old.url}/readyz?full`)).ok, {
    timeout: 60_000,
    interval: 50,
  });
  await engine.client.command({
    query: `INSERT INTO events (message_id, type, event, original_timestamp, timestamp, received_at, visitor_id)
      SELECT concat('before-', toString(number)), 'track', 'e', now64(3) - number % 5000000, now64(3), now64(3), toString(number % 999) FROM numbers(${DATA})`,
  });
});
afterAll(async () => {
  await old?.stop();
  await engine?.kill();
  for (const dir of Object.values(dirs)) removeDir(dir);
});

const BY_MESSAGE = "message_id, toDate(original_timestamp)";
/** Number of events not yet copied when the first copy was complete. */
let arrivedMeanwhile = 0;

/** The table as it is, sorted in another way. */
async function newerMigrations(): Promise<Migration[]> {
  const [table] = await query<{ sql: string }>(
    "SELECT create_table_query AS sql FROM system.tables WHERE name = 'events' AND database = currentDatabase()",
  );
  const define = (name: string) =>
    (table?.sql ?? "")
      .replace(/CREATE TABLE \S+ /, `CREATE TABLE ${name} `)
      .replace(/ORDER BY \(.*?\)(?= SETTINGS| TTL)/, `ORDER BY (${BY_MESSAGE})`);
  const step = redefineTable({
    table: "events",
    define,
    isNewBy: `ORDER BY (${BY_MESSAGE})`,
    async copy(context, names) {
      const select = (where: string) => `SELECT * FROM ${names.from} WHERE ${where}`;
      await copyRows(context, { ...names, columns: "*", select });
      if (names.after) return;
      // Simulates a slow copy: the old instance continues to insert.
      await vi.waitUntil(
        async () => {
          const [missing] = await query<{ rows: number }>(
            `SELECT toUInt32(count()) AS rows FROM ${names.from} WHERE message_id NOT IN (SELECT message_id FROM ${names.to})`,
          );
          arrivedMeanwhile = missing?.rows ?? 0;
          return arrivedMeanwhile > AT_LEAST;
        },
        { timeout: 60_000, interval: 50 },
      );
    },
  });
  return [
    ...MIGRATIONS,
    { number: 1000, name: "events by message", kind: "expand", statements: [step] },
    {
      number: 1001,
      name: "without imported days",
      kind: "contract",
      statements: ["DROP TABLE imported_days"],
    },
  ];
}

it("loses no acknowledged event and counts none twice when a new version migrates the events next to an old one", async () => {
  const acknowledged = new Set<string>();
  const load = startLoad(old, acknowledged);
  const migrations = await newerMigrations();
  const stores = await openStoresOnly(dirs.next, readUrls(), migrations);
  const next = await startWholeApp({ dataDir: dirs.next, env, stores });
  try {
    await vi.waitUntil(() => stores.eventStore.url() !== null, { timeout: 120_000 });
    expect(
      await query(
        "SELECT sorting_key AS key FROM system.tables WHERE name = 'events' AND database = currentDatabase()",
      ),
    ).toEqual([{ key: BY_MESSAGE }]);
    const enough = acknowledged.size + AT_LEAST;
    await vi.waitUntil(() => acknowledged.size > enough, { timeout: 60_000 });
    await load.stop();
    await vi.waitUntil(async () => (await countSent()) >= acknowledged.size, {
      timeout: 60_000,
      interval: 100,
    });

    expect(await sentIds()).toEqual([...acknowledged].sort());
    const stored = await query<{ rows: number; ids: number }>(
      "SELECT toUInt32(count()) AS rows, toUInt32(uniqExact(message_id)) AS ids FROM events_unique",
    );
    const all = DATA + acknowledged.size;
    expect(stored).toEqual([{ rows: all, ids: all }]);
    // The old instance would miss it.
    expect(await query("SELECT 1 FROM system.tables WHERE name = 'imported_days'")).toHaveLength(1);
    if (IS_SOAK)
      console.log(
        `${DATA} events migrated; ${acknowledged.size} acknowledged meanwhile, ${arrivedMeanwhile} too late to be copied at once.`,
      );
  } finally {
    await load.stop();
    await next.stop();
  }
}, 900_000);

const readUrls = () => ({ databaseUrl: env.DATABASE_URL ?? null, clickhouseUrl: env.CLICKHOUSE_URL ?? null });

/** Sends batches until it is stopped. */
function startLoad({ url }: ForkedApp, acknowledged: Set<string>) {
  let isStopped = false;
  const run = async (sender: number) => {
    for (let number = 0; !isStopped; number += 1) {
      const ids = Array.from({ length: BATCH }, (_, index) => `sent-${sender}-${number}-${index}`);
      const batch = ids.map((messageId) => ({ type: "track", event: "e", anonymousId: "a", messageId }));
      const body = JSON.stringify({ writeKey: "local", batch });
      const { ok } = await fetch(`${url}/v1/b`, { method: "POST", body });
      if (ok) for (const id of ids) acknowledged.add(id);
    }
  };
  const senders = Array.from({ length: SENDERS }, (_, sender) => run(sender));
  return {
    async stop() {
      isStopped = true;
      await Promise.all(senders);
    },
  };
}

async function countSent(): Promise<number> {
  const [row] = await query<{ n: number }>(
    "SELECT toUInt32(uniqExact(message_id)) AS n FROM events WHERE startsWith(message_id, 'sent-')",
  );
  return row?.n ?? 0;
}

async function sentIds(): Promise<string[]> {
  const rows = await query<{ id: string }>(
    "SELECT message_id AS id FROM events_unique WHERE startsWith(message_id, 'sent-')",
  );
  return rows.map(({ id }) => id).sort();
}

async function query<Row>(sql: string): Promise<Row[]> {
  return (await engine.client.query({ query: sql, format: "JSONEachRow" })).json<Row>();
}
