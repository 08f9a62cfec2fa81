import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT, runOrExit } from "./run.mjs";

const STAMP = join(ROOT, "node_modules/.marquee-installed");

/**
 * Installs exactly the versions in package-lock.json, unless they are installed already. Does not run install scripts of packages. Does
 * nothing in a container image, which has what the server needs (`PREBUILT`).
 */
export async function ensureInstalled() {
  if (process.env.PREBUILT) return;
  const pinned = createHash("sha256")
    .update(readFileSync(join(ROOT, "package-lock.json")))
    .digest("hex");
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === pinned) return;
  console.log(
    "Installing what package-lock.json pins (about 1 GB on disk, most of it the embedded ClickHouse engine) …",
  );
  await runOrExit("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]);
  writeFileSync(STAMP, pinned);
}
