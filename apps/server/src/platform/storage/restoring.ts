import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { InterruptedRestoreError } from "../errors/interruptedRestoreError.ts";
import { writeAtomically } from "./writeAtomically.ts";

/** The backup being restored. Each store and the data folder are marked with it until they have all of it. */
export interface Restoring {
  /** ID of the archive, whose file may have been renamed. */
  id: string;
  /** Path of the archive. */
  file: string;
}

/** Name of the mark in the data folder and in the event store. */
export const RESTORING = "restoring";

/**
 * @param mark mark of a store. @param id ID of the backup that this process restores; null if it does not.
 * @throws {InterruptedRestoreError} when the store has a part of another backup.
 */
export function rejectRestoring(mark: Restoring | null, id: string | null): void {
  if (mark && mark.id !== id) throw new InterruptedRestoreError(mark.file);
}

/** @returns the mark of a data folder; null without one. */
export function readFolderMark(dataDir: string): Restoring | null {
  try {
    return JSON.parse(readFileSync(join(dataDir, RESTORING), "utf8")) as Restoring;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

export function markFolder(dataDir: string, restoring: Restoring): Promise<void> {
  return writeAtomically(join(dataDir, RESTORING), JSON.stringify(restoring), { mode: 0o600 });
}

export function unmarkFolder(dataDir: string): void {
  rmSync(join(dataDir, RESTORING), { force: true });
}
