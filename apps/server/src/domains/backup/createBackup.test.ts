import { readFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { EventStore } from "../../platform/storage/events/eventStore.ts";
import { pageViewsTable } from "../../platform/storage/events/migrations/007-dimensions.ts";
import { type Backups, createBackups } from "../../testing/backups.ts";
import { borrowTestStores } from "../../testing/borrowStores.ts";
import { eventRows } from "../../testing/eventRow.ts";
import { newLead } from "../../testing/newLead.ts";
import { drained, startTestEvents, startTestStores, type TestStores } from "../../testing/startTestStores.ts";
import { temporaryDir } from "../../testing/temporaryDir.ts";
import { leads } from "../leads/tables.ts";

let stores: TestStores;
let backups: Backups;
beforeAll(async () => {
  stores = await borrowTestStores();
  backups = await createBackups(stores);
});
afterAll(async () => {
  backups.remove();
  await stores.stop();
});

const snapshotsIn = (store: EventStore) =>
  store.query("SELECT name FROM system.tables WHERE startsWith(name, 'snapshot_')");

it("is consistent as of one moment, although all stores keep running while it is written", async () => {
  const { eventStore, records, spool } = stores;
  await records.db.insert(leads).values(newLead("ada@trellis.example"));
  await eventStore.insert("events", eventRows(10, "before "), "before");
  await spool.append(eventRows(10, "spooled "));
  const file = join(backups.folder, "moment.backup");
  let goesOn: Promise<void> | undefined;
  const goOn = async () => {
    await spool.append(eventRows(10, "after "));
    await drained(stores);
    await eventStore.command("DELETE FROM events WHERE message_id = 'before 1'");
    await eventStore.command("OPTIMIZE TABLE events FINAL");
    await records.db.insert(leads).values(newLead("bob@trellis.example"));
  };
  const streamLines: EventStore["streamLines"] = async (sql) => {
    goesOn ??= goOn();
    await goesOn;
    return eventStore.streamLines(sql);
  };
  await backups.backUp(file, { eventStore: { ...eventStore, streamLines } });
  const lines = gunzipSync(readFileSync(file)).toString().split("\n");
  const stored = (start: string) => lines.filter((line) => line.includes(`"message_id":"${start}`)).length;
  expect(["before ", "spooled ", "after "].map(stored)).toEqual([10, 10, 0]);
  const ofLeads = ["ada@", "bob@"].map((email) => lines.some((line) => line.includes(email)));
  expect(ofLeads).toEqual([true, false]);
  expect(await snapshotsIn(eventStore)).toEqual([]);
  expect(await readdir(backups.folder)).not.toContain("backup.records");
});

it("freezes all stores before the drains continue: copies of leads first, and the reconciliation mark before sessions", async () => {
  const { eventStore, drain, recordings, records } = stores;
  const order: string[] = [];
  const waiting: Promise<unknown>[] = [];
  const command: EventStore["command"] = async (sql) => {
    const table = / FROM (\w+)$/.exec(sql)?.[1];
    if (sql.includes(" ATTACH ") && table) {
      order.push(table);
      if (table === "leads") {
        for (const each of [drain, recordings.drain])
          waiting.push(each.between(async () => void order.push("drain")));
        // Stored after the copies are frozen, but before the records are.
        await records.db.insert(leads).values(newLead("eve@trellis.example"));
      }
    }
    await eventStore.command(sql);
  };
  const file = join(backups.folder, "order.backup");
  await backups.backUp(file, { eventStore: { ...eventStore, command } });
  await Promise.all(waiting);
  expect(order.slice(0, 2)).toEqual(["leads", "reconciled"]);
  expect(order.slice(-2)).toEqual(["drain", "drain"]);
  expect(order).toEqual(expect.arrayContaining(["events", "sessions", "tallies"]));
  expect(gunzipSync(readFileSync(file)).toString()).toContain("eve@trellis.example");
});

it("leaves no snapshots behind, even if it fails or its process ends", async () => {
  const { eventStore } = stores;
  const failing = { ...eventStore, streamLines: () => Promise.reject(new Error("gone")) };
  const file = join(backups.folder, "failing.backup");
  await expect(backups.backUp(file, { eventStore: failing })).rejects.toThrow("gone");
  const records = {
    ...stores.records,
    db: { ...stores.records.db, transaction: () => Promise.reject(new Error("gone")) },
  };
  Object.setPrototypeOf(records.db, stores.records.db);
  await expect(backups.backUp(file, { records })).rejects.toThrow("gone");
  expect(await snapshotsIn(eventStore)).toEqual([]);
  // The drains continue.
  await stores.drain.between(() => stores.recordings.drain.between(async () => undefined));

  const dataDir = temporaryDir();
  const killed = await startTestEvents(dataDir);
  await killed.command("CREATE TABLE snapshot_1_events AS events");
  await killed.stop();
  const next = await startTestEvents(dataDir);
  expect(await snapshotsIn(next)).toEqual([]);
  await next.stop();
});

it("is rejected while a migration copies a table", async () => {
  const { eventStore } = stores;
  await eventStore.command("CREATE TABLE events_next AS events");
  try {
    await expect(backups.backUp(join(backups.folder, "migrating.backup"))).rejects.toThrow(
      "The event store is being migrated. Back up again once that is done.",
    );
  } finally {
    await eventStore.command("DROP TABLE events_next");
  }
});

it("includes a table that an earlier version still uses, and restored stores keep it until the next start", async () => {
  const source = await startTestStores(temporaryDir());
  const ofOwn = await createBackups(source);
  const dataDir = temporaryDir();
  const file = join(ofOwn.folder, "waiting.backup");
  try {
    // As before the migration that drops it.
    await source.eventStore.command("DELETE FROM schema_migrations WHERE number = 14");
    await source.eventStore.command(pageViewsTable("page_views"));
    await ofOwn.backUp(file);
    await ofOwn.restore(file, dataDir);
    const restored = await startTestEvents(dataDir);
    await vi.waitUntil(
      async () =>
        (await restored.query("SELECT 1 FROM system.tables WHERE name = 'page_views'")).length === 0,
      { timeout: 30_000, interval: 50 },
    );
    expect(await restored.query("SELECT number FROM schema_migrations WHERE number = 14")).toHaveLength(1);
    await restored.stop();
  } finally {
    ofOwn.remove();
    await source.stop();
  }
});
