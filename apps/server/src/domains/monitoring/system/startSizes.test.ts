import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ONE_DAY } from "@marquee/contract";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { readSizes, storeSizes } from "../../../platform/storage/records/sizes.ts";
import { sizes } from "../../../platform/storage/records/tables.ts";
import { borrowTestStores } from "../../../testing/borrowStores.ts";
import { eventRows } from "../../../testing/eventRow.ts";
import { silent, type TestStores } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { folderSize } from "./folderSize.ts";
import { startSizes } from "./startSizes.ts";

const NOW = Date.UTC(2026, 5, 1, 12);
let stores: TestStores;

beforeAll(async () => {
  stores = await borrowTestStores();
});
afterAll(() => stores.stop());
beforeEach(async () => {
  await stores.records.db.delete(sizes);
});

const disk = { state: () => ({ free: 60e9, total: 100e9, level: "ok" as const }) };
const start = (eventStore = stores.eventStore) =>
  startSizes({
    db: stores.records.db,
    eventStore,
    dataDir: temporaryDir(),
    disk,
    now: () => NOW,
    log: silent,
  });

it("measures both stores, table by table", async () => {
  await stores.eventStore.insert("events", eventRows(10), "sizes");
  const measuring = start();
  const { events, records } = await measuring.stores();
  await measuring.stop();
  expect(events?.find(({ table }) => table === "events")).toEqual({
    table: "events",
    rows: 10,
    bytes: expect.any(Number),
  });
  expect(records).toBeGreaterThan(1e5);
});

it("leaves out a store that does not respond", async () => {
  const query = () => Promise.reject(new Error("Not enough privileges."));
  const measuring = start({ ...stores.eventStore, query });
  expect(await measuring.stores()).toEqual({ events: null, records: expect.any(Number) });
  await measuring.stop();
});

it("keeps the last size of each day for a year", async () => {
  const { db } = stores.records;
  const measure = (bytes: number, now: number) =>
    storeSizes(
      db,
      [
        { of: "events", host: "", bytes },
        { of: "files", host: "a", bytes: bytes * 2 },
      ],
      now,
    );
  await measure(1, NOW - 500 * ONE_DAY);
  await measure(10, NOW - ONE_DAY);
  await measure(20, NOW);
  await measure(5_000_000_000_000, NOW);
  expect(await readSizes(db, { days: 90, now: NOW })).toEqual([
    {
      of: "events",
      host: "",
      days: [
        { day: "2026-05-31", bytes: 10 },
        { day: "2026-06-01", bytes: 5_000_000_000_000 },
      ],
    },
    {
      of: "files",
      host: "a",
      days: [
        { day: "2026-05-31", bytes: 20 },
        { day: "2026-06-01", bytes: 10_000_000_000_000 },
      ],
    },
  ]);
  expect(await db.select().from(sizes)).toHaveLength(4);
});

it("adds up files of all folders below one", async () => {
  const dir = temporaryDir();
  mkdirSync(join(dir, "below"));
  writeFileSync(join(dir, "a"), Buffer.alloc(8192, 1));
  const one = await folderSize(dir);
  writeFileSync(join(dir, "below", "b"), Buffer.alloc(8192, 1));
  expect(one).toBeGreaterThanOrEqual(8192);
  expect(await folderSize(dir)).toBe(2 * one);
  expect(await folderSize(join(dir, "missing"))).toBe(0);
});
