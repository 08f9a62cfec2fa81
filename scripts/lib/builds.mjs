import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { ROOT } from "./run.mjs";

/*
 * Builds are named by their content, so that a new one does not change the files of a running server:
 *
 *   apps/server/dist/
 *     builds.json            names of the complete builds, newest first
 *     <build>/
 *       server/              main.js and the programs beside it
 *       site/                client, server, and the source maps
 *       console/
 *       snippet/             marquee.js, and the code that it loads
 *       drizzle/             migrations of the records
 *       sbom.cdx.json        packages of third parties; their licenses are in site/client/third-party-notices.txt
 *       used/<process ID>    a server that has loaded the build
 *     .making-<process ID>/  an incomplete build
 *
 * They are below `apps/server` because Node resolves the server's dependencies from there. The server serves the scripts and styles of
 * every build that it finds beside its own: an open tab still requests those of its own build.
 */
const DIST = join(ROOT, "apps/server/dist");
/** The current build and two before it. */
const KEPT = 3;
const INCOMPLETE = ".making-";
const PREPARED = join("server", "prepared");

/**
 * @param {string} [dist] folder of the builds
 * @returns {string} path of the build that starts next
 * @throws if there is none
 */
export function currentBuild(dist = DIST) {
  const [name] = listBuilds(dist);
  if (!name) throw new Error("There is no build. Run npm run build.");
  return join(dist, name);
}

/** Whether there is a build, fresh or stale. */
export function isBuilt(dist = DIST) {
  return listBuilds(dist).length > 0;
}

/** Start time of the current build, in milliseconds since the epoch; 0 if there is none. */
export function builtAt(dist = DIST) {
  return isBuilt(dist) ? statSync(listFile(dist)).mtimeMs : 0;
}

/** Creates the folder of a new build, and removes remains of interrupted builds. @returns its path */
export function beginBuild(dist = DIST) {
  mkdirSync(dist, { recursive: true });
  for (const name of readdirSync(dist))
    if (name.startsWith(INCOMPLETE) && !isRunning(name.slice(INCOMPLETE.length))) remove(join(dist, name));
  const dir = join(dist, INCOMPLETE + process.pid);
  remove(dir);
  mkdirSync(dir);
  return dir;
}

/**
 * Makes a complete build the current one. The previous build stays current until the last step, a rename. Removes all but the latest three,
 * except those that a server still uses.
 * @param {string} dir folder that {@link beginBuild} created
 * @param {Date} begunAt a source that has changed since then makes the build stale
 */
export function completeBuild(dir, begunAt, dist = DIST) {
  const name = digestOf(dir);
  const earlierBuilds = listBuilds(dist);
  if (existsSync(join(dist, name))) remove(dir);
  else renameSync(dir, join(dist, name));
  const names = [name, ...earlierBuilds.filter((each) => each !== name)];
  const remaining = names.filter((each, index) => index < KEPT || isUsed(join(dist, each)));
  const draft = join(dist, `${INCOMPLETE}${process.pid}.json`);
  writeFileSync(draft, JSON.stringify(remaining));
  utimesSync(draft, begunAt, begunAt);
  renameSync(draft, listFile(dist));
  for (const each of readdirSync(dist)) {
    const path = join(dist, each);
    if (!each.startsWith(INCOMPLETE) && path !== listFile(dist) && !remaining.includes(each)) remove(path);
  }
}

/** Notes that this process has loaded a build, which is then not removed. Does nothing if the folder is read-only. */
export function useBuild(dir) {
  const users = join(dir, "used");
  try {
    // Not `recursive`: on a read-only file system, that fails with ENOENT.
    if (!existsSync(users)) mkdirSync(users);
    writeFileSync(join(users, String(process.pid)), "");
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
}

function isUsed(dir) {
  const users = join(dir, "used");
  return existsSync(users) && readdirSync(users).some(isRunning);
}

/** @param {string} pid */
function isRunning(pid) {
  try {
    process.kill(Number.parseInt(pid, 10), 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error.code === "EPERM";
  }
}

/** Names of the complete builds that still exist, newest first. */
function listBuilds(dist) {
  if (!existsSync(listFile(dist))) return [];
  return JSON.parse(readFileSync(listFile(dist), "utf8")).filter((name) => existsSync(join(dist, name)));
}

function listFile(dist) {
  return join(dist, "builds.json");
}

function remove(path) {
  rmSync(path, { recursive: true, force: true });
}

/** A hash of all files except the prepared stores, whose bytes differ each time. */
function digestOf(dir) {
  const hash = createHash("sha256");
  const paths = readdirSync(dir, { recursive: true }).filter(
    (path) => !path.startsWith(PREPARED) && statSync(join(dir, path)).isFile(),
  );
  for (const path of paths.sort())
    hash
      .update(path)
      .update("\0")
      .update(readFileSync(join(dir, path)));
  return hash.digest("hex").slice(0, 12);
}
