import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Paths of all files below a folder, sorted. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
