import { expect, it } from "vitest";
import { startSpool } from "../../../platform/storage/spool/spool.ts";
import { eventRows } from "../../../testing/eventRow.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { createSpoolCheckpoints } from "./spoolCheckpoints.ts";

it("is past once the rows that were waiting then are moved, even if more have been added", async () => {
  const spool = startSpool({ dir: temporaryDir() });
  const status = async () => ({
    draining: true,
    depth: spool.depth(),
    keys: spool.keys(),
    oldestAt: spool.oldestAt(),
    failures: 0,
    lastError: null,
  });
  const marks = createSpoolCheckpoints({ status });
  await spool.append(eventRows(2, "before"));
  await spool.append(eventRows(1, "last before"));
  expect(await marks.isPast("a")).toBe(false);
  await spool.append(eventRows(5, "since"));
  const { lastKey } = await spool.nextBlock({ rows: 2 });
  await spool.removeThrough(lastKey);
  expect(await marks.isPast("a")).toBe(false);
  await spool.removeThrough((await spool.nextBlock({ rows: 1 })).lastKey);
  expect([await marks.isPast("a"), await marks.isPast("b")]).toEqual([true, false]);
  marks.forget("a");
  expect(await marks.isPast("a")).toBe(false);
  await spool.removeThrough((await spool.nextBlock({ rows: 10 })).lastKey);
  expect([await marks.isPast("a"), await marks.isPast("b"), await marks.isPast("c")]).toEqual([
    true,
    true,
    true,
  ]);
  await spool.stop();
});
