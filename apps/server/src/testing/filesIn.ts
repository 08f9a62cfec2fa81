import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Every file below a folder, in an order of its own. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
}
