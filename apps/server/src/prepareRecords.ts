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
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { openEmbedded } from "./storage/records/openEmbedded.ts";

/** Part of the build: creates the database cluster that new data folders start with, in `dist/records`. */
const DIST = import.meta.dirname;
const MIGRATIONS = join(DIST, "../drizzle");
const CACHE = join(DIST, "../../../node_modules/.cache/marquee");
const PREFIX = "prepared-records-";

const cached = join(CACHE, PREFIX + digestOfParts());
if (!existsSync(cached)) await create();
cpSync(cached, join(DIST, "records"), { recursive: true });

async function create(): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE).filter((name) => name.startsWith(PREFIX)))
    rmSync(join(CACHE, name), { recursive: true });
  // An interrupted build leaves no incomplete cluster.
  const folder = mkdtempSync(join(CACHE, PREFIX));
  const { close } = await openEmbedded({ folder, migrationsFolder: MIGRATIONS, preparedFolder: null });
  await close();
  renameSync(folder, cached);
}

/** A hash of what determines the cluster: the migrations, and PGlite's version. */
function digestOfParts(): string {
  const hash = createHash("sha256");
  for (const name of readdirSync(MIGRATIONS, { recursive: true, encoding: "utf8" }).sort())
    if (/\.(json|sql)$/.test(name)) hash.update(name).update(readFileSync(join(MIGRATIONS, name)));
  const entry = createRequire(import.meta.url).resolve("@electric-sql/pglite");
  hash.update(readFileSync(join(dirname(entry), "../package.json")));
  return hash.digest("hex").slice(0, 16);
}
