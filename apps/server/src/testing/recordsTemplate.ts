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
} from "node:fs";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { drizzle } from "drizzle-orm/pglite";
import { migrate } from "drizzle-orm/pglite/migrator";

const CACHE = join(import.meta.dirname, "../../../../node_modules/.cache/marquee");

/**
 * Puts an embedded record store with the present schema into `folder`, unless there is one: a copy of one that was made before, which takes a
 * tenth of the time.
 */
export async function copyRecords(folder: string, migrationsFolder: string): Promise<void> {
  if (existsSync(folder)) return;
  const template = join(CACHE, `records-${digestOf(migrationsFolder)}`);
  if (!existsSync(template)) await makeTemplate(template, migrationsFolder);
  cpSync(template, folder, { recursive: true });
}

/** Made beside its place: tests run side by side, and one may be ended. */
async function makeTemplate(template: string, migrationsFolder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(`${template}-`);
  const client = await PGlite.create(folder);
  await migrate(drizzle(client), { migrationsFolder });
  await client.close();
  try {
    renameSync(folder, template);
  } catch {
    // Another test was faster.
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of the migrations and of PGlite's version. */
function digestOf(migrationsFolder: string): string {
  const files = readdirSync(migrationsFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const manifest = join(CACHE, "../../@electric-sql/pglite/package.json");
  const hash = createHash("sha256");
  for (const file of [...files, manifest]) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
