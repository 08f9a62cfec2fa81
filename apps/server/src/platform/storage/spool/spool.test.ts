import { ONE_DAY, ONE_HOUR } from "@marquee/contract";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { eventRow, eventRows } from "../../../testing/eventRow.ts";
import { filledColumns, waitingIds as idsOf, rowsOf } from "../../../testing/spooledRows.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import type { EventRow } from "../events/eventRow.types.ts";
import { type Spool, SpoolError, startSpool } from "./spool.ts";

type Options = Omit<Parameters<typeof startSpool<EventRow>>[0], "dir">;

function openSpool(options: Options = {}, dir = temporaryDir()): Spool {
  const spool = startSpool({ dir, ...options });
  onTestFinished(() => spool.stop());
  return spool;
}

describe("acknowledgement", () => {
  it("follows the flush", async () => {
    const order: string[] = [];
    let releaseDisk: () => void = () => undefined;
    const disk = new Promise<void>((resolve) => {
      releaseDisk = resolve;
    });
    const flushed = async () => {
      order.push("asked");
      await disk;
      order.push("flushed");
    };
    const spool = openSpool({ flushed });
    const appended = spool.append(eventRows(3)).then(() => order.push("acknowledged"));
    await expect.poll(() => order).toEqual(["asked"]);
    releaseDisk();
    await appended;
    expect(order).toEqual(["asked", "flushed", "acknowledged"]);
  });

  it("waits until the flush finishes", async () => {
    const flushed = vi.fn(() => new Promise<void>(() => undefined));
    const spool = openSpool({ flushed });
    const acknowledged = vi.fn();
    void spool.append(eventRows(1)).then(acknowledged);
    await expect.poll(() => flushed).toHaveBeenCalled();
    await new Promise(setImmediate);
    expect(acknowledged).not.toHaveBeenCalled();
  });

  it("rejects with a SpoolError when the flush fails", async () => {
    const spool = openSpool({ flushed: () => Promise.reject(new Error("ENOSPC")) });
    await expect(spool.append(eventRows(1))).rejects.toBeInstanceOf(SpoolError);
  });

  it("counts rows that a failed flush left in the queue, and acknowledges their resend as duplicates", async () => {
    let isFull = true;
    const flushed = async () => {
      if (isFull) throw new Error("ENOSPC");
    };
    const spool = openSpool({ flushed });
    await expect(spool.append(eventRows(2))).rejects.toThrow();
    expect(spool.depth()).toBe(idsOf(spool).length);
    isFull = false;
    await spool.append(eventRows(2));
    expect(idsOf(spool)).toEqual(["m0", "m1"]);
    expect(spool.depth()).toBe(2);
  });
});

describe("nextBlock", () => {
  it("returns the same block until it is removed, across restarts and new rows", async () => {
    const dir = temporaryDir();
    const first = startSpool({ dir });
    await first.append(eventRows(3, "a"));
    const block = await first.nextBlock({ rows: 10 });
    await first.append(eventRows(3, "b"));
    expect(await first.nextBlock({ rows: 10 })).toEqual(block);
    await first.stop();

    const second = openSpool({}, dir);
    await second.append(eventRows(3, "c"));
    expect(await second.nextBlock({ rows: 10 })).toEqual(block);
    await second.removeThrough(block.lastKey);
    expect(rowsOf(await second.nextBlock({ rows: 6 })).map(({ message_id }) => message_id)).toEqual([
      "b0",
      "b1",
      "b2",
      "c0",
      "c1",
      "c2",
    ]);
  });

  it("has a token that no other block has, not even one of another spool, or of this one after it was emptied", async () => {
    const now = () => 1000;
    const tokens = new Set<string>();
    for (const dir of [temporaryDir(), temporaryDir()])
      for (const prefix of ["a", "b"]) {
        const spool = startSpool({ dir, now: prefix === "a" ? now : () => 2000 });
        await spool.append(eventRows(1, prefix));
        const { token, lastKey } = await spool.nextBlock({ rows: 1 });
        tokens.add(token);
        await spool.removeThrough(lastKey);
        await spool.stop();
      }
    expect(tokens.size).toBe(4);
  });

  it("keeps to its limits, except for rows that arrived together", async () => {
    const spool = openSpool();
    for (const [count, prefix] of [
      [2, "a"],
      [2, "b"],
      [5, "c"],
    ] as const)
      await spool.append(eventRows(count, prefix));
    const counts = [];
    for (let left = spool.depth(); left > 0; left = spool.depth()) {
      const block = await spool.nextBlock({ rows: 3 });
      counts.push(block.count);
      await spool.removeThrough(block.lastKey);
    }
    expect(counts).toEqual([2, 2, 5]);
    await spool.append(eventRows(3, "large").map((row) => ({ ...row, title: "x".repeat(1000) })));
    await spool.append(eventRows(1, "small"));
    expect(await spool.nextBlock({ rows: 10, bytes: 4000 })).toMatchObject({ count: 3, isFull: true });
  });
});

describe("keys", () => {
  it("only grow, even after a restart of an emptied spool", async () => {
    const dir = temporaryDir();
    const seen: (number | undefined)[] = [];
    for (const now of [5000, 6000]) {
      const spool = startSpool({ dir, now: () => now });
      await spool.append(eventRows(2, `${now} `));
      await spool.append(eventRows(1, `${now} more `));
      seen.push(spool.keys()?.first, spool.keys()?.last);
      await spool.removeThrough(spool.read({ rows: 2 }).lastKey);
      seen.push(spool.keys()?.first);
      await spool.removeThrough(spool.keys()?.last ?? 0);
      expect(spool.keys()).toBe(null);
      await spool.stop();
    }
    expect(seen).toEqual([5_000_000, 5_000_002, 5_000_002, 6_000_000, 6_000_002, 6_000_002]);
  });

  it("continue after those of waiting rows, if the clock was set back", async () => {
    const dir = temporaryDir();
    const before = startSpool({ dir, now: () => 5000 });
    await before.append(eventRows(2, "before"));
    await before.stop();
    const spool = openSpool({ now: () => 1000 }, dir);
    await spool.append(eventRows(1, "after"));
    expect(spool.keys()).toEqual({ first: 5_000_000, last: 5_000_002 });
    expect(idsOf(spool)).toEqual(["before0", "before1", "after0"]);
  });
});

describe("the oldest row", () => {
  it("has its waiting time, even after a restart", async () => {
    const dir = temporaryDir();
    let now = 5000;
    const before = startSpool({ dir, now: () => now });
    expect(before.oldestAt()).toBe(null);
    now = 7000;
    await before.append(eventRows(2, "first"));
    now = 9000;
    await before.append(eventRows(1, "second"));
    expect(before.oldestAt()).toBe(7000);
    await before.removeThrough(before.read({ rows: 2 }).lastKey);
    expect(before.oldestAt()).toBe(9000);
    await before.stop();
    now = 20_000;
    const spool = openSpool({ now: () => now }, dir);
    expect(spool.oldestAt()).toBe(9000);
    await spool.removeThrough(spool.keys()?.last ?? 0);
    expect(spool.oldestAt()).toBe(null);
  });
});

describe("duplicates", () => {
  it("are dropped within a batch and across batches", async () => {
    const spool = openSpool();
    const twice = [...eventRows(2), ...eventRows(2)];
    await expect(spool.append(twice)).resolves.toEqual({ accepted: 2, duplicates: 2 });
    await expect(spool.append(eventRows(3))).resolves.toEqual({ accepted: 1, duplicates: 2 });
    expect(idsOf(spool)).toEqual(["m0", "m1", "m2"]);
  });

  it("are dropped among concurrent batches", async () => {
    const spool = openSpool();
    const results = await Promise.all(Array.from({ length: 20 }, () => spool.append(eventRows(5))));
    expect(results.reduce((sum, { accepted }) => sum + accepted, 0)).toBe(5);
    expect(spool.depth()).toBe(5);
  });

  it("are detected after a restart and after the rows have been removed", async () => {
    const dir = temporaryDir();
    const first = startSpool({ dir });
    await first.append(eventRows(2));
    await first.removeThrough(first.read({ rows: 2 }).lastKey);
    await first.append(eventRows(3));
    await first.stop();
    const second = openSpool({}, dir);
    await expect(second.append(eventRows(4))).resolves.toEqual({ accepted: 1, duplicates: 3 });
    expect(idsOf(second)).toEqual(["m2", "m3"]);
  });

  it.each([0, 1, 3 * ONE_HOUR, 6 * ONE_HOUR - 1])(
    "are detected for a day and forgotten after 30 hours when sent %i ms into a slot",
    async (offset) => {
      const start = Date.UTC(2026, 2, 29) + offset;
      let now = start;
      const spool = openSpool({ now: () => now });
      await spool.append(eventRows(1));
      now = start + ONE_DAY;
      await expect(spool.append(eventRows(1))).resolves.toEqual({ accepted: 0, duplicates: 1 });
      now = start + ONE_DAY + 6 * ONE_HOUR;
      await expect(spool.append(eventRows(1))).resolves.toEqual({ accepted: 1, duplicates: 0 });
    },
  );
});

describe("the queue", () => {
  it("returns complete rows in order, in blocks, until they are removed", async () => {
    const spool = openSpool();
    const odd = eventRow({
      message_id: "o",
      title: "Zürich \u0000 🌱",
      timestamp: 1_750_000_000_123,
      demo: 1,
    });
    await spool.append([...eventRows(3), odd]);
    await spool.append(eventRows(2, "n"));
    const block = spool.read({ rows: 4 });
    expect(rowsOf(block)).toEqual([...eventRows(3), odd].map(filledColumns));
    expect(spool.read({ rows: 4 })).toEqual(block);
    expect(spool.depth()).toBe(6);
    await spool.removeThrough(block.lastKey);
    expect(idsOf(spool)).toEqual(["n0", "n1"]);
    expect(spool.depth()).toBe(2);
  });

  it("keeps order, rows and depth across a restart", async () => {
    const dir = temporaryDir();
    const first = startSpool({ dir });
    await first.append(eventRows(10));
    await first.append(eventRows(30));
    await first.removeThrough(first.read({ rows: 10 }).lastKey);
    await first.stop();
    const second = openSpool({}, dir);
    await second.append(eventRows(5, "later"));
    expect(idsOf(second)).toEqual(
      [...eventRows(30).slice(10), ...eventRows(5, "later")].map((r) => r.message_id),
    );
    expect(second.depth()).toBe(25);
  });

  it("is empty at first", () => {
    expect(openSpool().read({ rows: 10 })).toEqual({
      entries: [],
      count: 0,
      token: "",
      lastKey: 0,
      isFull: false,
    });
  });
});
