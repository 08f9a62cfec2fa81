import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { openNewEvents, startNewEvents, startTestEvents } from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../../../testing/temporaryDir.ts";
import type { EventStore } from "./eventStore.ts";
import { MIGRATIONS } from "./migrations/index.ts";

const dataDir = createTemporaryDir();
let store: EventStore;
beforeAll(async () => {
  store = await startTestEvents(dataDir);
  await store.insert("interactions", [{ message_id: "kept", session_id: 1, path: "/" }], "one");
}, 120_000);
afterAll(async () => {
  await store.stop();
  removeDir(dataDir);
});

const readRows = () =>
  store.query("SELECT message_id, {given:String} AS given FROM interactions", { given: "it's" });

it.each([
  "INSERT INTO interactions (message_id) SELECT 'written'",
  "WITH 'written' AS id INSERT INTO interactions (message_id) SELECT id",
  "DELETE FROM interactions WHERE 1",
  "DROP TABLE interactions",
  "ALTER TABLE interactions DELETE WHERE 1",
  "TRUNCATE TABLE interactions",
  "CREATE TABLE written (x UInt8) ENGINE = Memory",
  "SET readonly = 0",
  "SELECT 1 SETTINGS readonly = 0",
  "SELECT 1 INTO OUTFILE '/tmp/written.tsv'",
])("rejects a query that changes data or settings: %s", async (sql) => {
  await expect(store.query(sql)).rejects.toThrow();
  expect(await readRows()).toEqual([{ message_id: "kept", given: "it's" }]);
  const tables = await store.query<{ name: string }>("SELECT name FROM system.tables WHERE name = 'written'");
  expect(tables).toEqual([]);
});

it("reports why a query is rejected", async () => {
  await expect(store.query("DROP TABLE interactions")).rejects.toThrow("readonly");
  await expect(store.query("SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
});

it("answers queries sent during its start once it has started, and has no URL before", async () => {
  const { eventStore, started } = openNewEvents(temporaryDir());
  onTestFinished(() => eventStore.stop());
  expect(eventStore.url()).toBeNull();
  expect(await eventStore.query("SELECT count() AS events FROM events")).toEqual([{ events: 0 }]);
  expect(eventStore.url()).not.toBeNull();
  await started;
});

it("reports to callers why it could not start", async () => {
  const { eventStore, started } = openNewEvents(temporaryDir(), { clickhouseUrl: "http://127.0.0.1:9" });
  await expect(eventStore.query("SELECT 1")).rejects.toThrow("ECONNREFUSED");
  await expect(started).rejects.toThrow("ECONNREFUSED");
});

it("gives an empty folder the same schema as a copied store", async () => {
  const made = await startNewEvents(temporaryDir());
  onTestFinished(() => made.stop());
  const schema =
    "SELECT name, create_table_query FROM system.tables WHERE database = 'default' ORDER BY name";
  const ledger = "SELECT number, name, digest FROM schema_migrations ORDER BY number";
  expect(await made.query(schema)).toEqual(await store.query(schema));
  expect(await made.query(ledger)).toEqual(await store.query(ledger));
  expect(await made.query(ledger)).toHaveLength(MIGRATIONS.length);
});

it("shares no data with stores that are copied before or after", async () => {
  const other = await startTestEvents(temporaryDir());
  expect(await other.query("SELECT message_id FROM interactions")).toEqual([]);
  await other.command("DROP TABLE interactions");
  await other.stop();
  expect(await readRows()).toHaveLength(1);
  const next = await startTestEvents(temporaryDir());
  onTestFinished(() => next.stop());
  expect(await next.query("SELECT message_id FROM interactions")).toEqual([]);
});

it("cancels a query in the store when nobody is waiting for it", async () => {
  const running = async () =>
    Number(
      (
        await store.query<{ n: number }>(
          "SELECT toUInt32(count()) AS n FROM system.processes WHERE position(query, 'numbers_mt') > 0 AND position(query, 'processes') = 0",
        )
      )[0]?.n,
    );
  const controller = new AbortController();
  const slow = store.query(
    "SELECT sum(sipHash64(number)) FROM numbers_mt(1000000000000)",
    {},
    controller.signal,
  );
  slow.catch(() => undefined);
  await expect.poll(running, { timeout: 20_000 }).toBe(1);
  controller.abort(new Error("left"));
  await expect(slow).rejects.toThrow("left");
  await expect.poll(running, { timeout: 20_000 }).toBe(0);
  await expect(store.query("SELECT 1", {}, controller.signal)).rejects.toThrow("left");
});
