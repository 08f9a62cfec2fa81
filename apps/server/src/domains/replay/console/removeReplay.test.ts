import { EventEmitter, once } from "node:events";
import { ONE_DAY, ONE_HOUR, ONE_MINUTE } from "@marquee/contract";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from "vitest";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  noteLateReplays,
  readUnsettledReplays,
  rememberDeletedReplay,
  settleDeletedReplay,
} from "../../../platform/storage/records/deletedReplays.ts";
import { deletedReplays } from "../../../platform/storage/records/tables.ts";
import type { RecordingRow } from "../../../platform/storage/spool/entries.ts";
import { openSpools } from "../../../platform/storage/spool/spools.ts";
import { recordedRows } from "../../../testing/recordedRows.ts";
import {
  deletedReplaysIn,
  silent,
  startTestStores,
  TEST_SITE,
  type TestStores,
} from "../../../testing/startTestStores.ts";
import { createTemporaryDir, removeDir, temporaryDir } from "../../../testing/temporaryDir.ts";
import { deleteLeftoverReplayData } from "../startReplayCleanup.ts";
import { removeReplay } from "./removeReplay.ts";

const { segment, interaction, monitoring } = recordedRows;
const NOW = Date.UTC(2026, 5, 1, 12);
const ANN = { sessionId: 1, visitorId: "ann" };
const dataDir = createTemporaryDir();
let stores: TestStores;
beforeAll(async () => {
  stores = await startTestStores(dataDir);
}, 120_000);
beforeEach(async () => {
  await stores.records.db.delete(deletedReplays);
  for (const table of ["replay_segments", "interactions"])
    await stores.eventStore.command(`TRUNCATE TABLE ${table}`);
});
afterAll(async () => {
  await stores.stop();
  removeDir(dataDir);
});

let sent = 0;
/** Segments and clicks of two visitors' sessions that began at the same time, and of another session of the first visitor. */
function rows(): RecordingRow[] {
  sent += 1;
  const sessions: [string, number][] = [
    ["ann", 1],
    ["ben", 1],
    ["ann", 2],
  ];
  return sessions.flatMap(([visitor, session]): RecordingRow[] => {
    const id = `${visitor} ${session} ${sent}`;
    return [
      { message_id: `s ${id}`, table: "replay_segments", row: segment(id, visitor, session) },
      { message_id: `i ${id}`, table: "interactions", row: interaction(id, visitor, session) },
    ];
  });
}

const remove = (now = NOW) =>
  removeReplay(stores, ANN, () => rememberDeletedReplay(stores.records.db, ANN, now));
const sweep = (now: number) => deleteLeftoverReplayData({ ...stores, db: stores.records.db, now: () => now });

/** Number of rows of each session, once the spool is empty. */
async function left(table: string): Promise<string[]> {
  await expect.poll(() => stores.recordings.spool.depth()).toBe(0);
  return stored(table);
}

async function stored(table: string): Promise<string[]> {
  const sql = `SELECT concat(visitor_id, ' ', toString(session_id), ': ', toString(count())) AS of
    FROM ${table} GROUP BY visitor_id, session_id ORDER BY of`;
  return (await stores.eventStore.query<{ of: string }>(sql)).map(({ of }) => of);
}

it("deletes one session's segments and interactions, including rows in the spool and rows that arrive later", async () => {
  const { spool } = stores.recordings;
  await spool.append(rows());
  expect(await left("replay_segments")).toEqual(["ann 1: 1", "ann 2: 1", "ben 1: 1"]);
  await spool.append(rows());
  await remove();
  await spool.append(rows());
  for (const table of ["replay_segments", "interactions"])
    expect(await left(table), table).toEqual(["ann 2: 3", "ben 1: 3"]);
});

it("deletes a session while its segments arrive, even after a restart", async () => {
  const { spool } = stores.recordings;
  let isOver = false;
  const flow = async () => {
    let times = 0;
    for (; !isOver || times < 10; times += 1) {
      await spool.append(rows());
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return times;
  };
  const flowing = flow();
  await expect.poll(() => stored("interactions")).not.toEqual([]);
  await remove();
  isOver = true;
  const times = await flowing;
  expect(await left("replay_segments")).toEqual([`ann 2: ${times}`, `ben 1: ${times}`]);

  await spool.append(rows());
  await stores.stop();
  stores = await startTestStores(dataDir);
  await stores.recordings.spool.append(rows());
  expect(await left("replay_segments")).toEqual([`ann 2: ${times + 2}`, `ben 1: ${times + 2}`]);
  expect(await left("interactions")).toEqual([`ann 2: ${times + 2}`, `ben 1: ${times + 2}`]);
});

it("does not delete RUM events, whose sessions have different IDs", async () => {
  await remove();
  const row = monitoring("m1", "ann", "1");
  await stores.recordings.spool.append([{ message_id: "m m1", table: "monitoring_events", row }]);
  expect(await left("monitoring_events")).toEqual(["ann 1: 1"]);
});

it("deletes rows that another instance stored after the deletion", async () => {
  await remove();
  // As if the other instance had checked before the replay was deleted.
  await stores.eventStore.insert("replay_segments", [segment("late", "ann", 1)], "late segment");
  await stores.eventStore.insert("interactions", [interaction("late", "ann", 1)], "late click");
  await sweep(NOW + ONE_MINUTE);
  expect(await left("interactions")).toEqual(["ann 1: 1"]);
  await sweep(NOW + 3 * ONE_MINUTE);
  expect([await left("interactions"), await left("replay_segments")]).toEqual([[], []]);
  await stores.eventStore.insert("interactions", [interaction("later", "ann", 1)], "later click");
  await sweep(NOW + ONE_HOUR);
  expect(await left("interactions"), "settled").toEqual(["ann 1: 1"]);
});

it("deletes rows that a paused instance stores long after the deletion", async () => {
  const [inserting, released] = [new EventEmitter(), new EventEmitter()];
  const isInserting = once(inserting, "now");
  const isReleased = once(released, "now");
  const deletions = deletedReplaysIn(stores.records.db);
  let failures = 1;
  const other = await openSpools({
    dataDir: temporaryDir(),
    site: TEST_SITE,
    insertLines: async (...block) => {
      inserting.emit("now");
      await isReleased;
      await stores.eventStore.insertLines(...block);
    },
    reject: async () => undefined,
    deletedReplays: {
      find: deletions.find,
      async noteLate(replays) {
        failures -= 1;
        if (failures >= 0) throw new Error("The record store is away, or the instance ends here.");
        await deletions.noteLate(replays);
      },
    },
    log: silent,
  });
  onTestFinished(other.stop);
  await other.recordings.spool.append(rows());
  await isInserting;
  await remove();
  await sweep(NOW + ONE_HOUR);
  released.emit("now");
  await expect.poll(() => other.recordings.spool.depth()).toBe(0);
  expect(await stored("replay_segments"), "stored late").toContain("ann 1: 1");
  await sweep(NOW + 2 * ONE_HOUR);
  for (const table of ["replay_segments", "interactions"])
    expect(await stored(table), table).toEqual(["ann 2: 1", "ben 1: 1"]);
});

it("does not settle a replay whose data arrives while it is cleaned up", async () => {
  const { db } = stores.records;
  await remove();
  const [read] = await readUnsettledReplays(db, NOW + ONE_HOUR);
  await noteLateReplays(db, [ANN]);
  if (read) await settleDeletedReplay(db, read, NOW);
  const [again] = await readUnsettledReplays(db, NOW + ONE_HOUR);
  expect(again).toEqual({ ...read, lateArrivals: 1 });
  if (again) await settleDeletedReplay(db, again, NOW);
  expect(await readUnsettledReplays(db, NOW + ONE_HOUR)).toEqual([]);
});

it("retries a deletion that the event store rejected", async () => {
  await stores.recordings.spool.append(rows());
  await left("interactions");
  const command: EventStore["command"] = () => Promise.reject(new Error("away"));
  const note = () => rememberDeletedReplay(stores.records.db, ANN, NOW);
  await expect(removeReplay({ ...stores, eventStore: { command } }, ANN, note)).rejects.toThrow("away");
  await sweep(NOW + 3 * ONE_MINUTE);
  expect(await left("interactions")).toEqual(["ann 2: 1", "ben 1: 1"]);
});

it("does not store the visitor of a deleted replay, and forgets the deletion after a year", async () => {
  await remove();
  const { db } = stores.records;
  expect(JSON.stringify(await db.select().from(deletedReplays))).not.toContain("ann");
  await sweep(NOW + 364 * ONE_DAY);
  expect(await db.select().from(deletedReplays)).toHaveLength(1);
  await sweep(NOW + 366 * ONE_DAY);
  expect(await db.select().from(deletedReplays)).toEqual([]);
});
