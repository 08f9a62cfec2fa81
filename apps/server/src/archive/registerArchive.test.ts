import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Records } from "../storage/records/records.ts";
import { borrowRecords } from "../testing/borrowStores.ts";
import { silent } from "../testing/startTestStores.ts";
import { createArchiveStore } from "./archiveStore.ts";
import { claimPruning, finishPruning, readLastPruning } from "./prune/pruningRecord.ts";
import { startPruning } from "./registerArchive.ts";

const AT = Date.UTC(2026, 10, 1);
let records: Records;
beforeEach(async () => {
  records = await borrowRecords();
});
afterEach(async () => {
  vi.useRealTimers();
  await records.stop();
});

/** Starts pruning with an event store that has no recordings and adds its queries to `asked`. */
function start(asked: string[]) {
  const query = async <Row>(sql: string): Promise<Row[]> => {
    asked.push(sql);
    return [];
  };
  const stop = startPruning({ db: records.db, eventStore: { query }, now: Date.now, log: silent });
  return stop;
}
const last = () => readLastPruning(records.db);

it("prunes once a day, on only one of several instances, across restarts", async () => {
  const file = { mediaType: "image/png", body: Buffer.from("picture") };
  await createArchiveStore(records.db).keepFile("/a.png", file, AT - 30 * ONE_DAY);
  vi.useFakeTimers({
    now: AT,
    toFake: ["setTimeout", "setInterval", "clearTimeout", "clearInterval", "Date"],
  });
  const [one, other]: [string[], string[]] = [[], []];
  const stops = [start(one), start(other)];
  await vi.advanceTimersByTimeAsync(6 * ONE_MINUTE);
  await expect.poll(last).toMatchObject({ files: 1, bytes: 7 });
  expect([one.length, other.length].toSorted()).toEqual([0, 1]);
  for (const stop of stops) await stop();

  const again: string[] = [];
  const stop = start(again);
  await vi.advanceTimersByTimeAsync(ONE_HOUR);
  await stop();
  expect(again).toEqual([]);

  vi.setSystemTime(AT + ONE_DAY + 10 * ONE_MINUTE);
  const stopNext = start(again);
  await vi.advanceTimersByTimeAsync(6 * ONE_MINUTE);
  await expect.poll(last).toMatchObject({ files: 0, bytes: 0 });
  expect(again).toHaveLength(1);
  await stopNext();
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
