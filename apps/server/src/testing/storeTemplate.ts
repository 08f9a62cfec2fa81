import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";

export const MODULES = join(import.meta.dirname, "../../../../node_modules");
const CACHE = join(MODULES, ".cache/marquee");

interface StoreTemplate {
  /** Folder of the store within the data folder. */
  part: "records" | "events";
  /** Files that decide what the store looks like; a change in any makes a new template. */
  madeOf: string[];
  /** Makes the store in a data folder, with the present schema, and closes it. */
  make(dataDir: string): Promise<void>;
}

/**
 * Puts a store with the present schema into a data folder, unless there is one: a copy of one that was made before, which takes a fraction of
 * the time.
 */
export async function copyTemplate(dataDir: string, store: StoreTemplate): Promise<void> {
  const folder = join(dataDir, store.part);
  if (existsSync(folder)) return;
  const template = join(CACHE, `${store.part}-${digestOf(store.madeOf)}`);
  if (!existsSync(template)) await makeTemplate(template, store);
  // The event store has links within itself, which otherwise would come to lead to the template.
  cpSync(template, folder, { recursive: true, verbatimSymlinks: true });
}

/** Made beside its place: tests run side by side, and one may be ended. */
async function makeTemplate(template: string, { part, make }: StoreTemplate): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const dataDir = mkdtempSync(`${template}-`);
  await make(dataDir);
  try {
    renameSync(join(dataDir, part), template);
  } catch (error) {
    // Another test was faster.
    if (!existsSync(template)) throw error;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

function digestOf(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
