import { spawnSync } from "node:child_process";
import { closeSync, existsSync, fstatSync, openSync, readSync, truncateSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { ONE_MINUTE } from "@marquee/contract";
import { diskFullError } from "../disk.ts";
import { systemEnvironment } from "../systemEnvironment.ts";

/** Maximum number of named databases in a spool's file, those of earlier versions included. */
export const MAX_DATABASES = 10;

/**
 * Script that reads all entries, compares their number with the file's metadata, and writes once, which reads the list of free pages.
 * Exits with 0 if all of that succeeds.
 */
const PROBE = `
const [, lmdb, dir] = process.argv;
const { open } = require(lmdb);
const root = open({ path: dir, maxDbs: ${MAX_DATABASES}, noMemInit: true, eventTurnBatching: false });
for (const name of [...root.getKeys()]) {
  const part = root.openDB({ name, encoding: "binary" });
  let found = 0;
  for (const entry of part.getRange()) found += 1;
  if (found !== part.getStats().entryCount) process.exit(1);
}
const probe = root.openDB({ name: "cut", encoding: "binary" });
probe.put("probe", Buffer.alloc(1)).then(() => probe.remove("probe")).then(() => root.flushed).then(() => process.exit(0), () => process.exit(1));
`;

/** The spool's file is corrupted; the message says what to do. */
export class SpoolCorruptedError extends Error {
  override name = "SpoolCorruptedError";
}

/** Layout of lmdb's two meta pages (data version 2), in bytes. The page with the higher transaction is current. */
const MAGIC = { offset: 24, value: 0xbeefc0de };
const PAGE_SIZE_OFFSET = 48;
const LAST_PAGE_OFFSET = 144;
const TRANSACTION_OFFSET = 152;
const META_BYTES = 160;

/**
 * Checks that a spool's file has valid meta pages and the length that they state. lmdb does not check this and crashes the process
 * without a message when it reads beyond the end of the file.
 * @param file missing or empty for a new spool.
 * @throws {SpoolCorruptedError} when the file is not complete. @throws {DiskFullError} when a full disk keeps it from being checked.
 */
export function checkSpoolFile(file: string): void {
  if (!existsSync(file)) return;
  const descriptor = openSync(file, "r");
  try {
    const { size } = fstatSync(descriptor);
    if (size === 0) return;
    const first = readMeta(descriptor, 0);
    const second = first && readMeta(descriptor, first.pageSize);
    if (!first || !second) throw damaged(file, "its header can't be read");
    const current = first.transaction > second.transaction ? first : second;
    const expected = (current.lastPage + 1) * current.pageSize;
    if (size >= expected) return;
    // lmdb never writes pages that a transaction allocates and frees, so an intact file can be too short.
    truncateSync(file, expected);
    if (isSpoolIntact(dirname(file))) return;
    truncateSync(file, size);
    // The check writes, which fails on a full disk.
    throw diskFullError(dirname(file), null) ?? damaged(file, `it has ${size} bytes instead of ${expected}`);
  } finally {
    closeSync(descriptor);
  }
}

function readMeta(descriptor: number, position: number) {
  const page = Buffer.alloc(META_BYTES);
  const read = readSync(descriptor, page, 0, META_BYTES, position);
  if (read < META_BYTES || page.readUInt32LE(MAGIC.offset) !== MAGIC.value) return null;
  return {
    pageSize: page.readUInt32LE(PAGE_SIZE_OFFSET),
    lastPage: Number(page.readBigUInt64LE(LAST_PAGE_OFFSET)),
    transaction: page.readBigUInt64LE(TRANSACTION_OFFSET),
  };
}

function damaged(file: string, reason: string): SpoolCorruptedError {
  return new SpoolCorruptedError(
    `The spool ${file} is corrupted: ${reason}. It holds events that have not reached the event store yet. ` +
      "Restore it from a backup or disk snapshot. To continue without those events, move its folder away " +
      "and restart; a new one is created. Keep the old one: nothing in it was removed.",
  );
}

/** Whether a spool can be read and written. Tested in a child process, because lmdb crashes the process when a page is missing. */
function isSpoolIntact(dir: string): boolean {
  const lmdb = createRequire(import.meta.url).resolve("lmdb");
  const { status } = spawnSync(process.execPath, ["-e", PROBE, lmdb, dir], {
    timeout: 5 * ONE_MINUTE,
    stdio: "ignore",
    env: systemEnvironment(),
  });
  return status === 0;
}
