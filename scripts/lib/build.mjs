import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { subsetFonts } from "./fonts.mjs";
import { precompress } from "./precompress.mjs";
import { bin, ROOT, runOrExit } from "./run.mjs";

const STAMP = join(ROOT, "apps/server/dist/.built");
/** A change in any of these makes the build stale. */
const SOURCES = [
  "apps/site",
  "apps/console",
  "apps/server",
  "packages",
  "content",
  "scripts/lib/fonts.mjs",
  "package-lock.json",
];
const GENERATED = new Set(["node_modules", "dist"]);

/** Builds the site, the console and the server, unless the build is newer than all of their sources. */
export async function ensureBuilt() {
  if (isFresh()) return;
  console.log("Building …");
  await build();
}

/** Whether there is a build, fresh or stale. */
export function isBuilt() {
  return existsSync(STAMP);
}

export async function build() {
  await subsetFonts();
  await Promise.all([buildSite(), buildConsole(), buildServer()]);
  writeFileSync(STAMP, "");
}

async function buildSite() {
  const dist = join(ROOT, "apps/site/dist");
  await vite("apps/site", []);
  layMapsAside(dist);
  await Promise.all([
    precompress(join(dist, "client")),
    // Reads the browser's files.
    vite("apps/site", ["--ssr", "src/entry-server.tsx"]),
  ]);
}

async function buildConsole() {
  await vite("apps/console", []);
  await precompress(join(ROOT, "apps/console/dist"));
}

async function buildServer() {
  await vite("apps/server", []);
  await runOrExit(bin("tsx"), [join(ROOT, "apps/server/src/prepareRecords.ts")]);
}

/** Moves source maps from `client/assets` to `maps/assets`: only the server uses them, to resolve stack traces. */
function layMapsAside(dist) {
  const [from, to] = [join(dist, "client/assets"), join(dist, "maps/assets")];
  rmSync(join(dist, "maps"), { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => name.endsWith(".map")))
    renameSync(join(from, name), join(to, name));
}

function vite(workspace, args) {
  return runOrExit(bin("vite"), [
    "build",
    join(ROOT, workspace),
    "--config",
    join(ROOT, workspace, "vite.config.ts"),
    "--logLevel",
    "warn",
    ...args,
  ]);
}

function isFresh() {
  if (!existsSync(STAMP)) return false;
  const builtAt = statSync(STAMP).mtimeMs;
  return SOURCES.every((source) => newestIn(join(ROOT, source)) < builtAt);
}

/** Time of the latest change below `path`, in milliseconds since the epoch. Folders count too, because deleting a file changes them. */
function newestIn(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).filter((name) => !GENERATED.has(name) && !name.endsWith(".test.ts"));
  return inside.reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0);
}
