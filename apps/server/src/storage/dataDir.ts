import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, parse } from "node:path";

/** The data folder cannot be used; the message says which folder and why. */
export class DataDirError extends Error {
  override name = "DataDirError";
}

/** Marks a folder as the server's own: `images` alone may be anybody's. */
const MARKER = ".marquee";
/** What the server itself creates in the data folder. Permissions are repaired in these alone. */
const OWN_ENTRIES = new Set([
  MARKER,
  "events",
  "records",
  "spool",
  "spool-recordings",
  "images",
  "cards",
  "contentful.json",
  "growthbook.json",
]);
/** What marks the folders of versions that wrote no {@link MARKER}. */
const OLD_MARKERS = ["spool/data.mdb", "records/PG_VERSION", "events/metadata"];
const GROUP_AND_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes everything that this process creates from now on private to its user. Every process that writes into the data
 * folder calls it at its start.
 */
export function restrictUmask(): void {
  process.umask(GROUP_AND_OTHERS);
}

/**
 * Creates the data folder, or takes away what group and others may do in an existing one. Windows is left as it is: its
 * permissions are inherited access control lists, which Node cannot change.
 * @throws {DataDirError} when the folder cannot be written or cannot be made private.
 */
export function prepareDataDir(dataDir: string): void {
  restrictUmask();
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new DataDirError(
      `The data folder ${dataDir} cannot be written (${errorMessage(error)}). Set DATA_DIR to one that can.`,
    );
  }
  if (process.platform === "win32") return;
  rejectSharedFolder(dataDir);
  rejectForeignFolder(dataDir);
  try {
    // Restrict a folder before reading it, so that no one can swap its entries for links.
    makePrivate(dataDir, 0o700);
    writeFileSync(join(dataDir, MARKER), "", { flag: "a" });
    for (const name of readdirSync(dataDir)) if (OWN_ENTRIES.has(name)) repairEntry(join(dataDir, name));
  } catch (error) {
    if (error instanceof DataDirError) throw error;
    throw new DataDirError(`The permissions of ${dataDir} cannot be checked (${errorMessage(error)}).`);
  }
}

/** The owner of a folder can reopen it and change its content, whatever root has set. */
function rejectForeignFolder(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (uid !== process.getuid?.())
    throw new DataDirError(
      `The data folder ${dataDir} belongs to another user (user id ${uid}). Run the server as that user, or set DATA_DIR to a folder inside it, which the server creates.`,
    );
}

/** Other programs' files stay as they are: `DATA_DIR=/tmp` must not close `/tmp` for everybody. */
function rejectSharedFolder(dataDir: string): void {
  const entries = readdirSync(dataDir);
  const isProject = entries.includes("package.json") || entries.includes(".git");
  const found = entries.filter((name) => !isIgnored(name));
  const isOurs =
    found.length === 0 || [MARKER, ...OLD_MARKERS].some((marker) => existsSync(join(dataDir, marker)));
  if (isOurs && !isProject && !isCommonFolder(dataDir)) return;
  const foreign = found.find((name) => !OWN_ENTRIES.has(name)) ?? found[0];
  throw new DataDirError(
    `The data folder ${dataDir} also holds files of other programs${foreign ? ` (${foreign})` : ""}. Set DATA_DIR to a folder of its own, such as ${join(dataDir, "marquee-data")}.`,
  );
}

/** Hidden files, and what a fresh ext4 volume comes with. */
function isIgnored(name: string): boolean {
  return name.startsWith(".") || name === "lost+found";
}

function isCommonFolder(dataDir: string): boolean {
  const { ino, dev, mode } = statSync(dataDir);
  const isSame = (path: string) => {
    const other = statSync(path, { throwIfNoEntry: false });
    return other?.ino === ino && other.dev === dev;
  };
  return (mode & STICKY) !== 0 || isSame(parse(dataDir).root) || isSame(tmpdir());
}

/** An entry may be a link to another disk: what it leads to is checked, and not changed. */
function repairEntry(path: string): void {
  if (!lstatSync(path).isSymbolicLink()) {
    makeTreePrivate(path);
    return;
  }
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats && (stats.mode & GROUP_AND_OTHERS) !== 0)
    throw new DataDirError(
      `${path} is a link to something that other users of this machine can open. Run: chmod -R go= ${realpathSync(path)}`,
    );
}

/** Entries may vanish meanwhile: a running server, which this process finds out about later, removes some all the time. */
function makeTreePrivate(path: string): void {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isFile()) makePrivate(path, 0o600, stats);
  if (!stats?.isDirectory()) return;
  makePrivate(path, 0o700, stats);
  for (const name of ignoreMissing(() => readdirSync(path)) ?? []) makeTreePrivate(join(path, name));
}

function makePrivate(path: string, mode: number, stats: Stats = statSync(path)): void {
  if ((stats.mode & GROUP_AND_OTHERS) === 0) return;
  try {
    ignoreMissing(() => chmodSync(path, mode));
  } catch (error) {
    throw notPrivate(path, errorMessage(error));
  }
  const changed = statSync(path, { throwIfNoEntry: false });
  if (changed && (changed.mode & GROUP_AND_OTHERS) !== 0)
    throw notPrivate(path, "its file system does not support permissions");
}

function ignoreMissing<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return undefined;
  }
}

function notPrivate(path: string, reason: string): DataDirError {
  return new DataDirError(
    `${path} can be opened by other users of this machine, and that cannot be changed (${reason}). Set DATA_DIR to a folder that belongs to this server's user.`,
  );
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
