import { existsSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import {
  DISK_RESERVES,
  type DiskLevel,
  type DiskState,
  describeDisk,
  formatBytes,
  type Milliseconds,
  ONE_MINUTE,
  ONE_SECOND,
  type Timestamp,
} from "@marquee/contract";
import type { Logger } from "pino";
import { DiskFullError } from "../errors/diskFullError.ts";

/** The disk that a folder is on. */
export interface Disk {
  /** Measured at most once a second, so the reserves must be larger than the data arriving in between. */
  state(): DiskState;
}

/** @returns bytes that the server's user may still write, and the size of the disk. */
export type MeasureDisk = (dir: string) => Omit<DiskState, "level">;

interface DiskOptions {
  /** Folder on the disk; it need not exist yet. */
  dir: string;
  now: () => Timestamp;
  measure?: MeasureDisk | undefined;
}

const MEASURED_EACH: Milliseconds = ONE_SECOND;
const WATCHED_EACH: Milliseconds = 5 * ONE_SECOND;
const LOGGED_EACH: Milliseconds = ONE_MINUTE;
/** Share of free space below which the disk is low. */
const LOW_SHARE = 0.15;
const LOG_LEVELS = { ok: "info", low: "warn", full: "error" } as const satisfies Record<DiskLevel, string>;
const NO_SPACE = /\bENOSPC\b|No space left on device/;

export function openDisk({ dir, now, measure = measureDisk }: DiskOptions): Disk {
  let measuredAt = Number.NEGATIVE_INFINITY;
  let state: DiskState = { free: 0, total: 0, level: "full" };
  return {
    state() {
      if (Math.abs(now() - measuredAt) >= MEASURED_EACH) {
        const { free, total } = measure(dir);
        state = { free, total, level: levelOf(free, total) };
        measuredAt = now();
      }
      return state;
    },
  };
}

interface WatchOptions {
  disk: Disk;
  now: () => Timestamp;
  log: Pick<Logger, "info" | "warn" | "error">;
}

/**
 * Logs when the disk becomes low or full, at most one line a minute: each minute while it is full, once while it is low, and once when there is enough
 * space again.
 * @returns a function that stops it.
 */
export function watchDisk({ disk, now, log }: WatchOptions): () => void {
  let logged: DiskLevel = "ok";
  let loggedAt = Number.NEGATIVE_INFINITY;
  const look = () => {
    const { free, total, level } = disk.state();
    const isNews = level !== logged || level === "full";
    if (!isNews || now() - loggedAt < LOGGED_EACH) return;
    logged = level;
    loggedAt = now();
    const { title, text } = describeDisk({ free, total, level });
    log[LOG_LEVELS[level]]({ free, total }, `${title} ${text}`);
  };
  const tryToLook = () => {
    try {
      look();
    } catch (error) {
      log.warn({ err: error }, "The free space of the disk can't be measured.");
    }
  };
  tryToLook();
  const timer = setInterval(tryToLook, WATCHED_EACH).unref();
  return () => clearInterval(timer);
}

/**
 * The error for the operator if an operation on a folder failed because its disk is full; otherwise null.
 * @param error the failure. Its text is checked too, because errors of child processes have no code, and a quota may be used up on a disk
 * with free space.
 */
export function diskFullError(
  dir: string,
  error: unknown,
  measure: MeasureDisk = measureDisk,
): DiskFullError | null {
  const { free } = measure(dir);
  const needed = DISK_RESERVES.events;
  if (free < needed)
    return new DiskFullError(
      `The disk of ${dir} is full: ${formatBytes(free)} are free, and the server needs ${formatBytes(needed)} to start. Free up space on it and start again. Stored data stays as it is.`,
    );
  if (!hasNoSpace(error)) return null;
  return new DiskFullError(
    `The disk of ${dir} accepts no more files, although ${formatBytes(free)} are free. Check the user's quota and the number of inodes, and start again. Stored data stays as it is.`,
  );
}

/** Whether the system refused to write because a disk is full, according to an error or its causes. */
export function hasNoSpace(error: unknown): boolean {
  if (!(error instanceof Error)) return NO_SPACE.test(String(error));
  // The system also uses that code for too many watched files.
  if ((error as NodeJS.ErrnoException).syscall === "watch") return false;
  return NO_SPACE.test(error.message) || (error.cause !== undefined && hasNoSpace(error.cause));
}

function levelOf(free: number, total: number): DiskLevel {
  if (free <= DISK_RESERVES.events) return "full";
  return free < total * LOW_SHARE || free <= DISK_RESERVES.recordings ? "low" : "ok";
}

function measureDisk(dir: string): Omit<DiskState, "level"> {
  const { bavail, blocks, bsize } = statfsSync(existingPart(dir));
  return { free: bavail * bsize, total: blocks * bsize };
}

/** The folder, or the nearest one above it that exists. */
function existingPart(dir: string): string {
  let path = dir;
  while (!existsSync(path) && dirname(path) !== path) path = dirname(path);
  return path;
}
