import { expect, it } from "vitest";
import { startSpool } from "../storage/spool/spool.ts";
import { eventRows } from "../testing/eventRow.ts";
import { temporaryDir } from "../testing/temporaryDir.ts";
import { createSpoolCheckpoints } from "./spoolCheckpoints.ts";

it("is past once the rows that waited then are moved, even if more have been added", async () => {
  const spool = startSpool({ dir: temporaryDir() });
  const marks = createSpoolCheckpoints(spool);
  await spool.append(eventRows(3, "before"));
  expect(marks.isPast("a")).toBe(false);
  await spool.append(eventRows(5, "since"));
  const { lastKey } = await spool.nextBlock(2);
  await spool.removeThrough(lastKey);
  expect(marks.isPast("a")).toBe(false);
  await spool.removeThrough((await spool.nextBlock(1)).lastKey);
  expect([marks.isPast("a"), marks.isPast("b")]).toEqual([true, false]);
  marks.forget("a");
  expect(marks.isPast("a")).toBe(false);
  await spool.removeThrough((await spool.nextBlock(10)).lastKey);
  expect([marks.isPast("a"), marks.isPast("b"), marks.isPast("c")]).toEqual([true, true, true]);
  await spool.stop();
});
