import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache/marquee");
const MEMORY_DISK = "/dev/shm";
/** A data folder has 45 MB, some tests have several, and Chromium uses that disk too; containers often give it 64 MB. */
const MEMORY_DISK_MIN_BYTES = 2 * 1024 ** 3;
/** Decide what a new data folder looks like. */
const MADE_OF = ["apps/server/dist", "apps/site/dist/client/.vite", "apps/server/drizzle"];

/** Where the data folders of tests lie: in memory, where there is room. */
export const TEMPORARY_DIR = hasMemoryDisk() ? MEMORY_DISK : tmpdir();

/** Copies the data folder of a server that has started once, unless `dataDir` holds one: starting on the copy takes a third of the time. */
export function copyTemplate(dataDir: string): void {
  if (existsSync(join(dataDir, "records"))) return;
  const template = process.env.E2E_TEMPLATE;
  if (!template) throw new Error("E2E_TEMPLATE is not set: run these tests by their configuration.");
  // The event store has links within itself, which would otherwise lead to the template.
  cpSync(template, dataDir, { recursive: true, verbatimSymlinks: true });
}

/**
 * Makes the template of this build, unless there is one.
 * @param fill starts a server on the folder, waits until it has done what it does once, and stops it.
 */
export async function ensureTemplate(fill: (dataDir: string) => Promise<void>): Promise<void> {
  const template = join(CACHE, `e2e-${digestOfBuild()}`);
  process.env.E2E_TEMPLATE = template;
  if (existsSync(template)) return;
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE).filter((name) => name.startsWith("e2e-")))
    rmSync(join(CACHE, name), { recursive: true });
  // A run that is ended half way leaves no template behind.
  const dataDir = mkdtempSync(join(CACHE, "e2e-"));
  await fill(dataDir);
  renameSync(dataDir, template);
}

function digestOfBuild(): string {
  const hash = createHash("sha256");
  for (const part of MADE_OF)
    for (const name of readdirSync(join(ROOT, part), { recursive: true, encoding: "utf8" }).sort())
      if (/\.(js|json|sql)$/.test(name)) hash.update(name).update(readFileSync(join(ROOT, part, name)));
  return hash.digest("hex").slice(0, 16);
}

function hasMemoryDisk(): boolean {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= MEMORY_DISK_MIN_BYTES;
  } catch {
    return false;
  }
}
