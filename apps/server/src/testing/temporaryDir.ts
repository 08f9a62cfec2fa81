import { mkdtempSync, rmSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const MEMORY_DISK = "/dev/shm";
/** A record store has 40 MB; some tests have several, and containers often give that disk 64 MB. */
const MEMORY_DISK_MIN_BYTES = 1024 ** 3;

const parent = hasMemoryDisk() ? MEMORY_DISK : tmpdir();

/** A new folder, gone when the test that asked for it is over. */
export function temporaryDir(): string {
  const dir = createTemporaryDir();
  onTestFinished(() => removeDir(dir));
  return dir;
}

/** A new folder for several tests; the caller removes it. It is in memory if there is room. */
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
