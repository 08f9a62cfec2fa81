import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A copy of `content` that a test may publish to. The server under test reads and follows it. */
export function makeContentDir(): string {
  const dir = mkdtempSync(join(tmpdir(), "marquee-content-"));
  cpSync(join(import.meta.dirname, "../../content"), dir, { recursive: true });
  return dir;
}
