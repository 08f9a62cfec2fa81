import { randomUUID } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Its name in the data folder. */
export const FOLDER_ID = "instance";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The random ID of a data folder, which the first start on it creates. @throws if it can be neither read nor written. */
export function readFolderId(dataDir: string): string {
  const file = join(dataDir, FOLDER_ID);
  const stored = read(file);
  if (stored) return stored;
  const id = randomUUID();
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(file, `${id}\n`, { mode: 0o600 });
  return id;
}

/** @returns null for a file that is missing, or incomplete. */
function read(file: string): string | null {
  try {
    const id = readFileSync(file, "utf8").trim();
    return UUID.test(id) ? id : null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
