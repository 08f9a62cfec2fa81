import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { Records } from "../../platform/storage/records/records.ts";
import { borrowRecords } from "../../testing/borrowStores.ts";
import { silent } from "../../testing/startTestStores.ts";
import { createArchiveStore } from "../archive/archiveStore.ts";
import { claimPruning, finishPruning, readLastPruning } from "./prune/pruningRecord.ts";
import { startPruning } from "./registerArchive.ts";

const AT = Date.UTC(2026, 10, 1);
let records: Records;
let now: number;
beforeEach(async () => {
  now = AT;
  records = await borrowRecords();
});
afterEach(() => records.stop());

/**
 * Starts pruning with an event store that has no recordings, and checks every few milliseconds whether one is due.
 */
function start() {
  const seen = { looks: 0, queries: 0 };
  const stop = startPruning({
    db: records.db,
    eventStore: {
      query: async <Row>(): Promise<Row[]> => {
        seen.queries += 1;
        return [];
      },
    },
    looks: { first: 1, interval: 5 },
    now: () => {
      seen.looks += 1;
      return now;
    },
    log: silent,
  });
  return { seen, stop };
}
const last = () => readLastPruning(records.db);

it("prunes once a day, on only one of several instances, across restarts", async () => {
  const file = { mediaType: "image/png", body: Buffer.from("picture") };
  await createArchiveStore(records.db).keepFile("/a.png", file, AT - 30 * ONE_DAY);
  const both = [start(), start()];
  await expect.poll(last).toMatchObject({ files: 1, bytes: 7 });
  await expect.poll(() => both.every(({ seen }) => seen.looks > 3)).toBe(true);
  for (const { stop } of both) await stop();
  expect(both.map(({ seen }) => seen.queries).toSorted()).toEqual([0, 1]);

  now = AT + ONE_DAY - 1;
  const again = start();
  await expect.poll(() => again.seen.looks).toBeGreaterThan(3);
  expect(again.seen.queries).toBe(0);

  now = AT + ONE_DAY;
  await expect.poll(last).toMatchObject({ files: 0, bytes: 0 });
  expect(again.seen.queries).toBe(1);
  await again.stop();
});

it("does not show the result of the last pruning while the next one runs", async () => {
  const { db } = records;
  expect(await claimPruning(db, AT, ONE_DAY)).toBe(true);
  expect(await last()).toBeNull();
  await finishPruning(db, { files: 3, bytes: 7 }, AT + 1);
  expect(await claimPruning(db, AT + ONE_HOUR, ONE_DAY)).toBe(false);
  expect(await last()).toEqual({ files: 3, bytes: 7, at: AT + 1 });
  expect(await claimPruning(db, AT + ONE_DAY, ONE_DAY)).toBe(true);
  expect(await last()).toBeNull();
});
