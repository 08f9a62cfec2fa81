import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes to a temporary file and renames it, so readers see a complete file or none.
 * @param mode permissions; by default those that the umask leaves.
 */
export async function writeAtomically(file: string, body: Buffer | string, mode = 0o666): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, body, { mode });
  await rename(draft, file);
}
