import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const MEMORY_DISK = "/dev/shm";
/** A record store takes 40 MB and some tests have several, and recordings leave 512 MB free; containers often limit this disk to 64 MB. */
const MEMORY_DISK_MIN_BYTES = 2 * 1024 ** 3;

const parent = hasMemoryDisk() ? MEMORY_DISK : tmpdir();

/** Creates a folder that is removed when the current test has finished. */
export function temporaryDir(): string {
  const dir = createTemporaryDir();
  onTestFinished(() => removeDir(dir));
  return dir;
}

/** Creates a folder that the caller removes, for use by several tests. It is in memory if there is enough space. */
export function createTemporaryDir(): string {
  return mkdtempSync(join(parent, "marquee-test-"));
}

export function removeDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}

function hasMemoryDisk(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= MEMORY_DISK_MIN_BYTES;
  } catch {
    return false;
  }
}
