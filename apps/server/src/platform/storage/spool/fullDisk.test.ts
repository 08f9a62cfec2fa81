import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ONE_SECOND } from "@marquee/contract";
import { expect, it } from "vitest";
import { eventRow } from "../../../testing/eventRow.ts";
import { mountSmallDisk } from "../../../testing/smallDisk.ts";
import { waitingIds as idsOf } from "../../../testing/spooledRows.ts";
import { type Spool, SpoolError, startSpool } from "./spool.ts";

const SIZE = 4 * 1024 ** 2;

/** Appends until the spool rejects a row. @returns the acknowledged message IDs. */
async function fill(spool: Spool): Promise<string[]> {
  const acknowledged: string[] = [];
  for (let number = 0; number < 10_000; number += 1) {
    const row = eventRow({ message_id: `m${number}`, properties: "x".repeat(3000) });
    try {
      await spool.append([row]);
      acknowledged.push(row.message_id);
    } catch (error) {
      expect(error).toBeInstanceOf(SpoolError);
      return acknowledged;
    }
  }
  throw new Error("The disk was never full.");
}

/** A clock that advances a second per call, so that the free space is checked on each append. */
function impatientClock(): () => number {
  let now = Date.now();
  return () => {
    now += ONE_SECOND;
    return now;
  };
}

it("rejects rows before the disk is full, and can still remove the acknowledged rows", async (context) => {
  const dir = join(mountSmallDisk(context, SIZE), "spool");
  const spool = startSpool({ dir, diskReserve: 2 * 1024 ** 2, now: impatientClock() });
  const acknowledged = await fill(spool);
  expect(acknowledged.length).toBeGreaterThan(100);
  expect(idsOf(spool)).toEqual(acknowledged);
  await spool.removeThrough(spool.read({ rows: acknowledged.length - 1 }).lastKey);
  expect(spool.depth()).toBe(1);
  await spool.stop();
});

it("acknowledges no row that a full disk did not store, and accepts rows again once there is space", async (context) => {
  const disk = mountSmallDisk(context, SIZE);
  const ballast = join(disk, "ballast");
  writeFileSync(ballast, Buffer.alloc(SIZE / 2));
  const dir = join(disk, "spool");
  const spool = startSpool({ dir, diskReserve: -1 });
  const acknowledged = await fill(spool);
  expect(acknowledged.length).toBeGreaterThan(100);
  const outcomes: Promise<boolean>[] = [];
  // Each ID several times, also in separate transactions, because a duplicate of a row that was not stored is not a
  // duplicate.
  for (let number = 0; number < 200; number += 1) {
    const row = eventRow({ message_id: `more${number % 7}`, properties: "x".repeat(9000) });
    outcomes.push(
      spool.append([row]).then(
        () => true,
        () => false,
      ),
    );
    if (number % 3 === 0) await new Promise(setImmediate);
  }
  expect(await Promise.all(outcomes)).not.toContain(true);
  rmSync(ballast);
  await spool.append([eventRow({ message_id: "after" })]);
  await spool.stop();
  const reopened = startSpool({ dir, diskReserve: -1 });
  const ids = idsOf(reopened);
  await reopened.stop();
  expect(acknowledged.filter((id) => !ids.includes(id))).toEqual([]);
  expect(ids).toContain("after");
  expect(new Set(ids).size).toBe(ids.length);
});
