import { DISK_RESERVES, ONE_SECOND } from "@marquee/contract";
import { expect, it, onTestFinished, vi } from "vitest";
import { eventRow } from "../../../testing/eventRow.ts";
import { rowsOf } from "../../../testing/spooledRows.ts";
import { silent, TEST_SITE } from "../../../testing/startTestStores.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import type { MeasureDisk } from "../disk.ts";
import type { RecordingRow } from "./entries.ts";
import { SpoolFullError } from "./spool.ts";
import { openSpools } from "./spools.ts";

type Call = { table: string; rows: readonly object[]; token: string };

async function startOn(insert: (call: Call) => Promise<void>) {
  return (await startBoth(insert)).recordings;
}

async function startBoth(insert: (call: Call) => Promise<void>, measure?: MeasureDisk) {
  const spools = await openSpools({
    dataDir: temporaryDir(),
    site: TEST_SITE,
    insertLines: (table, lines, token) =>
      insert({ table, rows: rowsOf({ entries: lines.map((each) => ({ lines: each })) }), token }),
    reject: async () => undefined,
    deletedReplays: { find: async () => [], noteLate: async () => undefined },
    ...(measure && { measure }),
    log: silent,
  });
  onTestFinished(spools.stop);
  return spools;
}

const row = (table: RecordingRow["table"], id: string, bytes = 0): RecordingRow => ({
  message_id: `${table} ${id}`,
  table,
  row: { id, ...(bytes && { data: "x".repeat(bytes) }) },
});

it("inserts each row into its table, with a separate token per table", async () => {
  const calls: Call[] = [];
  const { spool } = await startOn(async (call) => void calls.push(call));
  await spool.append([row("interactions", "a"), row("replay_segments", "b"), row("interactions", "c")]);
  await expect.poll(() => spool.depth()).toBe(0);
  expect(calls.map(({ table, rows }) => [table, rows])).toEqual([
    ["replay_segments", [{ id: "b" }]],
    ["interactions", [{ id: "a" }, { id: "c" }]],
  ]);
  expect(new Set(calls.map(({ token }) => token)).size).toBe(2);
});

it("limits blocks to 8 MiB, except for a single larger row", async () => {
  const blocks: number[] = [];
  const { spool } = await startOn(async ({ rows }) => void blocks.push(rows.length));
  const MIB = 1024 ** 2;
  const sizes = [3, 3, 3, 9, 1, 1];
  await spool.append(sizes.map((size, index) => row("replay_segments", String(index), size * MIB)));
  await expect.poll(() => spool.depth()).toBe(0);
  expect(blocks).toEqual([2, 1, 1, 2]);
});

it("sends the same block again, table by table, when the store accepted only part of it", async () => {
  const calls: Call[] = [];
  let isRefusing = true;
  const { spool } = await startOn(async (call) => {
    calls.push(call);
    if (call.table === "interactions" && isRefusing) {
      isRefusing = false;
      throw new Error("away");
    }
  });
  await spool.append([row("replay_segments", "a"), row("interactions", "b")]);
  await expect.poll(() => spool.depth()).toBe(0);
  const [first, second, ...again] = calls;
  expect(again).toEqual([first, second]);
});

it("rejects recordings before events as the disk fills, and still moves both into the event store", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  let free = DISK_RESERVES.recordings + 1;
  const inserted: string[] = [];
  let isAway = true;
  const { spool, recordings } = await startBoth(
    async (call) => {
      if (isAway) throw new Error("The event store is away.");
      inserted.push(call.table);
    },
    () => ({ free, total: 100e9 }),
  );
  const refused = async (bytes: number) => {
    free = bytes;
    // The disk is measured once a second.
    vi.setSystemTime(Date.now() + ONE_SECOND);
    const id = String(bytes);
    const outcomes = await Promise.allSettled([
      recordings.spool.append([row("replay_segments", id)]),
      spool.append([eventRow({ message_id: id })]),
    ]);
    return outcomes.map(
      (outcome) => outcome.status === "rejected" && outcome.reason instanceof SpoolFullError,
    );
  };
  expect(await refused(DISK_RESERVES.recordings + 1)).toEqual([false, false]);
  expect(await refused(DISK_RESERVES.recordings)).toEqual([true, false]);
  expect(await refused(DISK_RESERVES.events + 1)).toEqual([true, false]);
  expect(await refused(DISK_RESERVES.events)).toEqual([true, true]);
  isAway = false;
  await expect.poll(() => spool.depth() + recordings.spool.depth()).toBe(0);
  expect(new Set(inserted)).toEqual(new Set(["replay_segments", "events"]));
});
