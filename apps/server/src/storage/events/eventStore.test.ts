import { afterAll, beforeAll, expect, it } from "vitest";
import { startTestEvents } from "../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir } from "../../testing/temporaryDir.ts";
import type { EventStore } from "./eventStore.ts";

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

const kept = () =>
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
])("refuses a read that is none: %s", async (sql) => {
  await expect(store.query(sql)).rejects.toThrow();
  expect(await kept()).toEqual([{ message_id: "kept", given: "it's" }]);
  const tables = await store.query<{ name: string }>("SELECT name FROM system.tables WHERE name = 'written'");
  expect(tables).toEqual([]);
});

it("says why", async () => {
  await expect(store.query("DROP TABLE interactions")).rejects.toThrow("readonly");
  await expect(store.query("SELECT 1 AS one")).resolves.toEqual([{ one: 1 }]);
});
