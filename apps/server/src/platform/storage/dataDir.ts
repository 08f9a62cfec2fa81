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
import { dirname, join, parse } from "node:path";
import { FOLDER_ID } from "./folderId.ts";
import { RESTORING, readFolderMark, rejectRestoring } from "./restoring.ts";

/** The data folder cannot be used; the message says which folder and why. */
export class DataDirError extends Error {
  override name = "DataDirError";
}

/** Marks a folder as the server's own; an entry such as `images` could belong to any program. */
const MARKER = ".marquee";
/** Entries that the server creates in the data folder. Only their permissions are repaired. */
const OWN_ENTRIES = new Set([
  MARKER,
  "events",
  "records",
  "spool",
  "spool-recordings",
  "spool-leads",
  "spools-erased",
  "known",
  "images",
  "cards",
  "contentful.json",
  "growthbook.json",
  "secrets.key",
  "backup.sock",
  RESTORING,
  FOLDER_ID,
  "records.lock",
  "events.lock",
  "spool.lock",
]);
/** Files that identify a data folder of an older version, which wrote no {@link MARKER}. */
const OLD_MARKERS = ["spool/data.mdb", "records/PG_VERSION", "events/metadata"];
const GROUP_AND_OTHERS = 0o077;
const STICKY = 0o1000;

/**
 * Makes everything that this process creates from now on private to its user. Every process that writes to the data
 * folder calls it at startup.
 */
export function restrictUmask(): void {
  process.umask(GROUP_AND_OTHERS);
}

/**
 * Creates the data folder, or removes group and other permissions from an existing one. Does not change permissions on
 * Windows, where they are inherited access control lists, which Node cannot change.
 * @param restoring ID of the backup that this process restores.
 * @throws {DataDirError} when the folder cannot be written or made private, belongs to another user or holds other programs' files.
 * @throws {InterruptedRestoreError} when a backup was not completely restored into it.
 */
export function prepareDataDir(dataDir: string, restoring: string | null = null): void {
  restrictUmask();
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new DataDirError(
      `The data folder ${dataDir} cannot be written (${errorMessage(causeIn(dataDir, error))}). Set DATA_DIR to one that can.`,
    );
  }
  rejectRestoring(readFolderMark(dataDir), restoring);
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

/** Node reports a missing folder on a read-only disk, so check the nearest existing folder. */
function causeIn(folder: string, error: unknown): unknown {
  if (existsSync(folder) || folder === dirname(folder)) {
    try {
      accessSync(folder, constants.W_OK);
    } catch (cause) {
      return cause;
    }
    return error;
  }
  return causeIn(dirname(folder), error);
}

/** Rejects a folder of another user: its owner can reopen it and change its content, even if root made it private. */
function rejectForeignFolder(dataDir: string): void {
  const { uid } = statSync(dataDir);
  if (uid !== process.getuid?.())
    throw new DataDirError(
      `The data folder ${dataDir} belongs to another user (user id ${uid}). Run the server as that user, or set DATA_DIR to a folder inside it, which the server creates.`,
    );
}

/** Rejects a folder that other programs use: `DATA_DIR=/tmp` must not make `/tmp` private. */
function rejectSharedFolder(dataDir: string): void {
  const entries = readdirSync(dataDir);
  const isProject = entries.includes("package.json") || entries.includes(".git");
  const relevantEntries = entries.filter((name) => !isIgnored(name));
  const isOurs =
    relevantEntries.length === 0 ||
    [MARKER, ...OLD_MARKERS].some((marker) => existsSync(join(dataDir, marker)));
  if (isOurs && !isProject && !isCommonFolder(dataDir)) return;
  const foreign = relevantEntries.find((name) => !OWN_ENTRIES.has(name)) ?? relevantEntries[0];
  throw new DataDirError(
    `The data folder ${dataDir} also holds files of other programs${foreign ? ` (${foreign})` : ""}. Set DATA_DIR to a folder of its own, such as ${join(dataDir, "marquee-data")}.`,
  );
}

/** Whether an entry is hidden or is `lost+found`, which every new ext4 volume has. */
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

/** Makes an entry private. An entry may be a link to another disk; its target is checked but not changed. */
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

/** Tolerates entries that disappear: another server may still be using the folder, which this process only detects later. */
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
