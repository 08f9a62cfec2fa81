import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { join } from "node:path";

export const MODULES = join(import.meta.dirname, "../../../../../node_modules");
const CACHE = join(MODULES, ".cache/marquee");

interface StoreTemplate {
  /** Subfolder of the data folder that holds the store. */
  part: "records" | "events";
  /** Files that determine the store's schema. A change in any of them leads to a new template. */
  madeOf: string[];
  /** Creates the store with the current schema in a data folder and closes it. */
  make(dataDir: string): Promise<void>;
}

/** Puts a store with the current schema into a data folder, unless it has one. Copies a cached template, which is much faster than creating one. */
export async function copyTemplate(dataDir: string, store: StoreTemplate): Promise<void> {
  const folder = join(dataDir, store.part);
  if (existsSync(folder)) return;
  const template = join(CACHE, `${store.part}-${digestOf(store.madeOf)}`);
  if (!existsSync(template)) await makeTemplate(template, store);
  copyFolder(template, folder);
}

/** Unlike `cpSync`, it only reads the files themselves, which takes half of the processor time. Symlinks stay as they are. */
function copyFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) copyFolder(source, target);
    else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else copyFileSync(source, target);
  }
}

/** Creates the template in a temporary folder and renames it, because tests run in parallel and can be interrupted. */
async function makeTemplate(template: string, { part, make }: StoreTemplate): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const dataDir = mkdtempSync(`${template}-`);
  await make(dataDir);
  try {
    renameSync(join(dataDir, part), template);
  } catch (error) {
    // Another test created it first.
    if (!existsSync(template)) throw error;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

function digestOf(files: string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
