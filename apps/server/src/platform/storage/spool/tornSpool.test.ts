import { closeSync, openSync, readFileSync, statSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { eventRows } from "../../../testing/eventRow.ts";
import { waitingIds } from "../../../testing/spooledRows.ts";
import { temporaryDir } from "../../../testing/temporaryDir.ts";
import { SpoolCorruptedError } from "./checkSpoolFile.ts";
import { startSpool } from "./spool.ts";

const PAGE = 4096;
const ROWS = 500;
const GARBAGE = 0xa5;

/** Writes a spool with flushed rows and closes it. @returns its folder and file. */
async function makeSpool(): Promise<{ dir: string; file: string }> {
  const dir = join(temporaryDir(), "spool");
  const spool = startSpool({ dir });
  for (let block = 0; block < 10; block += 1) await spool.append(eventRows(ROWS / 20, `b${block}-`));
  // More than free pages can hold, so that the file ends with it.
  await spool.append(eventRows(ROWS / 2, "last-"));
  await spool.stop();
  return { dir, file: join(dir, "data.mdb") };
}

function garble(file: string, position: number, length: number): void {
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, Buffer.alloc(length, GARBAGE), 0, length, position);
  closeSync(descriptor);
}

const cut = (bytes: number) => (file: string) => truncateSync(file, statSync(file).size - bytes);

it.each([
  ["lacks its last page", cut(PAGE)],
  ["lacks a part of its last page", cut(100)],
  ["lacks its second half", (file: string) => truncateSync(file, statSync(file).size / 2)],
  ["is almost empty", (file: string) => truncateSync(file, 100)],
  ["begins with garbage", (file: string) => garble(file, 0, PAGE)],
  ["has garbage for its second page", (file: string) => garble(file, PAGE, PAGE)],
])("does not open or change a spool that %s, and explains what to do", async (_name, tear) => {
  const { dir, file } = await makeSpool();
  tear(file);
  const before = readFileSync(file);
  expect(() => startSpool({ dir })).toThrow(SpoolCorruptedError);
  expect(() => startSpool({ dir })).toThrow("move its folder away");
  expect(
    readFileSync(file)
      .subarray(2 * PAGE)
      .equals(before.subarray(2 * PAGE)),
  ).toBe(true);
});

it("reads a complete spool followed by uncommitted data", async () => {
  const { dir, file } = await makeSpool();
  writeFileSync(file, Buffer.alloc(3 * PAGE + 77, GARBAGE), { flag: "a" });
  const spool = startSpool({ dir });
  expect(waitingIds(spool)).toHaveLength(ROWS);
  await expect(spool.append(eventRows(1, "after"))).resolves.toEqual({ accepted: 1, duplicates: 0 });
  await spool.stop();
});

it("reads a complete spool whose last page was never written", async () => {
  const { dir, file } = await makeSpool();
  // As if the newest transaction had allocated one more page and freed it.
  const meta = readFileSync(file).subarray(0, 2 * PAGE);
  const isFirst = meta.readBigUInt64LE(152) > meta.readBigUInt64LE(PAGE + 152);
  const lastPage = Buffer.alloc(8);
  lastPage.writeBigUInt64LE(BigInt(statSync(file).size / PAGE));
  const descriptor = openSync(file, "r+");
  writeSync(descriptor, lastPage, 0, 8, (isFirst ? 0 : PAGE) + 144);
  closeSync(descriptor);
  const spool = startSpool({ dir });
  expect(waitingIds(spool)).toHaveLength(ROWS);
  await expect(spool.append(eventRows(1, "after"))).resolves.toEqual({ accepted: 1, duplicates: 0 });
  await spool.stop();
});
