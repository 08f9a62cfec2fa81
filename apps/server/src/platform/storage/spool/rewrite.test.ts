import { mkdirSync, readFileSync, renameSync, rmdirSync, rmSync, statfsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { RootDatabase } from "lmdb";
import { expect, it, onTestFinished } from "vitest";
import { eventRow, eventRows } from "../../../testing/eventRow.ts";
import { mountSmallDisk } from "../../../testing/smallDisk.ts";
import { waitingIds } from "../../../testing/spooledRows.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { filesIn } from "../filesIn.ts";
import { type Spool, SpoolError, startSpool } from "./spool.ts";

const CANARY = "zqcanary";
const LIMITS = { rows: 100 };

function openSpool(dir: string): Spool {
  const spool = startSpool({ dir });
  onTestFinished(() => spool.stop());
  return spool;
}

function hasCanary(dir: string): boolean {
  return filesIn(dir).some((file) => readFileSync(file).includes(CANARY));
}

/** Stores rows with the canary, large and small, between others, and removes all but the last. Pages then contain copies of moved entries. */
async function leaveTraces(spool: Spool): Promise<void> {
  const row = (id: string, path = "/") => eventRow({ message_id: id, anonymous_id: CANARY, path });
  const lastKey = async () => (await spool.nextBlock(LIMITS)).lastKey;
  for (const id of ["a1", "a2", "a3"]) await spool.append([eventRow({ message_id: id })]);
  const before = await lastKey();
  await spool.append([row("large", `/${CANARY.repeat(2000)}`)]);
  await spool.append([row("small")]);
  await spool.removeThrough(before);
  const withCanary = await lastKey();
  for (const other of eventRows(3)) await spool.append([other]);
  await spool.removeThrough(withCanary);
}

it("leaves no byte of removed rows in any file, and keeps waiting rows, seen IDs and the block in progress", async () => {
  const dir = temporaryDir();
  const spool = openSpool(dir);
  await leaveTraces(spool);
  const block = await spool.nextBlock(LIMITS);
  const before = [waitingIds(spool), spool.depth(), spool.keys()?.first];
  expect(hasCanary(dir)).toBe(true);

  await spool.rewrite();

  expect(hasCanary(dir)).toBe(false);
  expect([waitingIds(spool), spool.depth(), spool.keys()?.first]).toEqual(before);
  expect(await spool.nextBlock(LIMITS)).toEqual(block);
  expect(await spool.append(eventRows(3))).toEqual({ accepted: 0, duplicates: 3 });
  await spool.stop();
  expect(hasCanary(dir)).toBe(false);

  const next = openSpool(dir);
  expect(waitingIds(next)).toEqual(before[0]);
  expect((await next.nextBlock(LIMITS)).token).toBe(block.token);
});

it("makes appended rows wait, and loses none", async () => {
  const dir = temporaryDir();
  const spool = openSpool(dir);
  const ids = Array.from({ length: 200 }, (_, index) => `m${index}`);
  const append = (id: string) => spool.append([eventRow({ message_id: id })]);
  const first = ids.slice(0, 100).map(append);
  const rewritten = spool.rewrite();
  const second = ids.slice(100).map(append);
  expect(spool.keys()).not.toBeUndefined();
  await Promise.all([rewritten, ...first, ...second]);
  await Promise.all([spool.rewrite(), spool.rewrite()]);
  await spool.stop();
  expect(waitingIds(openSpool(dir)).sort()).toEqual([...ids].sort());
});

it("removes the partial copy of a killed process", async () => {
  const dir = temporaryDir();
  mkdirSync(join(dir, "rewritten"));
  writeFileSync(join(dir, "rewritten", "data.mdb"), CANARY);
  openSpool(dir);
  expect(hasCanary(dir)).toBe(false);
});

it("keeps the file while too many rows are waiting", async () => {
  const dir = temporaryDir();
  const spool = openSpool(dir);
  for (let block = 0; block < 21; block += 1)
    await spool.append(
      Array.from({ length: 1000 }, (_, index) => eventRow({ message_id: `${block}-${index}` })),
    );
  await expect(spool.rewrite()).rejects.toThrow(SpoolError);
  expect(await spool.append([eventRow({ message_id: "next" })])).toEqual({ accepted: 1, duplicates: 0 });
});

it("continues with the old file if the disk has no space for a new one", async (context) => {
  const disk = mountSmallDisk(context, 4 * 1024 ** 2);
  const spool = startSpool({ dir: join(disk, "spool"), diskReserve: 0 });
  onTestFinished(() => spool.stop());
  await spool.append(eventRows(2));
  const rest = statfsSync(disk);
  writeFileSync(join(disk, "other"), Buffer.alloc(rest.bavail * rest.bsize - 16_384));
  await expect(spool.rewrite()).rejects.toThrow();
  expect(waitingIds(spool)).toHaveLength(2);
  rmSync(join(disk, "other"));
  expect(await spool.append([eventRow({ message_id: "next" })])).toEqual({ accepted: 1, duplicates: 0 });
  await spool.rewrite();
  expect(waitingIds(spool)).toHaveLength(3);
});

it("reports when it cannot reopen its file, after which it accepts nothing, and loses no acknowledged rows", async () => {
  const dir = temporaryDir();
  const lost: SpoolError[] = [];
  const spool = startSpool({ dir, onLost: (error) => void lost.push(error) });
  await spool.append(eventRows(2));
  const rewritten = spool.rewrite();
  const later = spool.append([eventRow({ message_id: "later" })]);
  const [file, aside] = [join(dir, "data.mdb"), join(dir, "kept.mdb")];
  renameSync(file, aside);
  mkdirSync(file);
  await expect(rewritten).rejects.toThrow("cannot be opened again");
  await expect(later).rejects.toThrow(SpoolError);
  expect(lost).toEqual([expect.objectContaining({ name: "SpoolError" })]);
  rmdirSync(file);
  renameSync(aside, file);
  expect(waitingIds(openSpool(dir))).toEqual(eventRows(2).map((row) => row.message_id));
});

it("continues with the old file if that cannot be closed", async () => {
  let root: RootDatabase | undefined;
  const flushed = async (database: RootDatabase) => {
    root = database;
    await database.flushed;
  };
  const spool = startSpool({ dir: temporaryDir(), flushed });
  onTestFinished(() => spool.stop());
  await spool.append(eventRows(2));
  const close = root?.close;
  Object.assign(root ?? {}, { close: () => Promise.reject(new Error("busy")) });
  await expect(spool.rewrite()).rejects.toThrow("busy");
  Object.assign(root ?? {}, { close });
  const before = spool.keys();
  await spool.append([eventRow({ message_id: "next" })]);
  expect(spool.keys()?.last).toBeGreaterThan(before?.last ?? Number.POSITIVE_INFINITY);
});
