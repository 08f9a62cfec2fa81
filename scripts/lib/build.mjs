import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beginBuild, builtAt, completeBuild } from "./builds.mjs";
import { subsetFonts } from "./fonts.mjs";
import { noticesOf, sbomOf, shippedPackages } from "./licenses.mjs";
import { precompress } from "./precompress.mjs";
import { bin, ROOT, runOrExit } from "./run.mjs";

/** A change in any of these makes the build stale. */
const SOURCES = [
  "apps/site",
  "apps/console",
  "apps/server",
  "packages",
  "content",
  "scripts/lib/fonts.mjs",
  "scripts/lib/licenses.mjs",
  "package-lock.json",
];
const GENERATED = new Set(["node_modules", "dist"]);

/**
 * Builds the site, the console and the server, unless the build is newer than all of their sources. Does nothing in a container image, which
 * has no sources (`PREBUILT`).
 */
export async function ensureBuilt() {
  if (process.env.PREBUILT || isFresh()) return;
  console.log("Building …");
  await build();
}

/** Builds everything into a new folder and makes it the current build. */
export async function build() {
  const begunAt = new Date();
  const dir = beginBuild();
  await subsetFonts();
  const product = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  writeFileSync(join(dir, "sbom.cdx.json"), sbomOf(shippedPackages(), product));
  await Promise.all([buildSite(dir), buildConsole(dir), buildSnippet(dir), buildServer(dir)]);
  completeBuild(dir, begunAt);
}

async function buildSite(dir) {
  await vite("apps/site", join(dir, "site/client"));
  layMapsAside(join(dir, "site"));
  writeFileSync(join(dir, "site/client/third-party-notices.txt"), noticesOf(shippedPackages()));
  await Promise.all([
    precompress(join(dir, "site/client")),
    // Reads the browser's files.
    vite("apps/site", join(dir, "site/server"), "--ssr", "src/entry-server.tsx"),
  ]);
}

async function buildConsole(dir) {
  await vite("apps/console", join(dir, "console"));
  await precompress(join(dir, "console"));
}

async function buildSnippet(dir) {
  await vite("packages/measure", join(dir, "snippet"));
  await precompress(join(dir, "snippet"));
}

async function buildServer(dir) {
  await vite("apps/server", join(dir, "server"));
  cpSync(join(ROOT, "apps/server/drizzle"), join(dir, "drizzle"), { recursive: true });
  const recordings = join(ROOT, "apps/server/src/seed/recordings");
  cpSync(recordings, join(dir, "server/recordings"), { recursive: true });
  await runOrExit(bin("tsx"), [
    join(ROOT, "apps/server/src/commands/prepareStores.ts"),
    join(dir, "server/prepared"),
    join(dir, "server/chdbProcess.js"),
  ]);
}

/** Moves source maps from `client/assets` to `maps/assets`: only the server uses them, to resolve stack traces. */
function layMapsAside(site) {
  const [from, to] = [join(site, "client/assets"), join(site, "maps/assets")];
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from).filter((name) => name.endsWith(".map")))
    renameSync(join(from, name), join(to, name));
}

function vite(workspace, outDir, ...args) {
  const config = join(ROOT, workspace, "vite.config.ts");
  const options = ["--config", config, "--outDir", outDir, "--emptyOutDir", "--logLevel", "warn"];
  return runOrExit(bin("vite"), ["build", join(ROOT, workspace), ...options, ...args]);
}

function isFresh() {
  const at = builtAt();
  return at > 0 && SOURCES.every((source) => newestIn(join(ROOT, source)) < at);
}

/** Time of the latest change below `path`, in milliseconds since the epoch. Folders count too, because deleting a file changes them. */
function newestIn(path) {
  const { mtimeMs } = statSync(path);
  if (!statSync(path).isDirectory()) return mtimeMs;
  const inside = readdirSync(path).filter((name) => !GENERATED.has(name) && !name.endsWith(".test.ts"));
  return inside.reduce((newest, name) => Math.max(newest, newestIn(join(path, name))), 0);
}
