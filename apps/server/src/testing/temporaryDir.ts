import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A new folder, gone when the test that asked for it is over. */
export function temporaryDir(): string {
  const dir = createTemporaryDir();
  onTestFinished(() => removeDir(dir));
  return dir;
}

/** A new folder for several tests; the caller removes it. */
export function createTemporaryDir(): string {
  return mkdtempSync(join(tmpdir(), "marquee-test-"));
}

export function removeDir(dir: string): void {
  rmSync(dir, { recursive: true, force: true });
}
