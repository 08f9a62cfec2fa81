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
import { currentBuild } from "../../scripts/lib/builds.mjs";

const ROOT = join(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache/marquee");
const MEMORY_DISK = "/dev/shm";
/** A data folder takes 45 MB, some tests have several, and Chromium uses this disk too. Containers often limit it to 64 MB. */
const MEMORY_DISK_MIN_BYTES = 2 * 1024 ** 3;
/** Files of the build that determine the content of a new data folder. */
const MADE_OF = ["server", "site/client/.vite", "drizzle"];

/** A file that is still being written. */
const DRAFT = /\.[\da-f]{8}-[\da-f-]{27}$/;

/** Folder for the data folders of tests: in memory if there is room. */
export const TEMPORARY_DIR = hasMemoryDisk() ? MEMORY_DISK : tmpdir();

/** Copies the data folder of a server that has started once, unless `dataDir` has data. A server starts on the copy in 33% of the time. */
export function copyTemplate(dataDir: string): void {
  if (existsSync(join(dataDir, "records"))) return;
  const template = process.env.E2E_TEMPLATE;
  if (!template) throw new Error("E2E_TEMPLATE is not set: run these tests with e2e/playwright.config.ts.");
  // Without `verbatimSymlinks`, symlinks inside the event store would point to the template.
  cpSync(template, dataDir, { recursive: true, verbatimSymlinks: true });
  copyImages(dataDir);
}

/**
 * Copies the images rendered so far by the server that most tests share: an image takes 250 ms of processor time, and each server renders
 * all sizes of a page's images to archive them. Their names are digests, so outdated ones are not used.
 */
function copyImages(dataDir: string): void {
  const shared = process.env.E2E_SHARED_DATA;
  const images = join(shared ?? "", "images");
  if (shared && existsSync(images))
    cpSync(images, join(dataDir, "images"), { recursive: true, filter: (path) => !DRAFT.test(path) });
}

/**
 * Creates the template of this build, unless it exists.
 * @param fill starts a server on the folder, waits until its one-time work is done, and stops it.
 */
export async function ensureTemplate(fill: (dataDir: string) => Promise<void>): Promise<void> {
  const template = join(CACHE, `e2e-${digestOfBuild()}`);
  process.env.E2E_TEMPLATE = template;
  if (existsSync(template)) return;
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE).filter((name) => name.startsWith("e2e-")))
    rmSync(join(CACHE, name), { recursive: true });
  // An interrupted run leaves no incomplete template.
  const dataDir = mkdtempSync(join(CACHE, "e2e-"));
  await fill(dataDir);
  renameSync(dataDir, template);
}

function digestOfBuild(): string {
  const hash = createHash("sha256");
  const build = currentBuild();
  for (const part of MADE_OF)
    for (const name of readdirSync(join(build, part), { recursive: true, encoding: "utf8" }).sort())
      if (/\.(js|json|sql)$/.test(name)) hash.update(name).update(readFileSync(join(build, part, name)));
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
