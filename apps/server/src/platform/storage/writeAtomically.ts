import { randomUUID } from "node:crypto";
import { mkdir, open, rename, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

interface WriteOptions {
  /** Permissions; by default those that the umask leaves. */
  mode?: number;
  /** Whether the file must survive a power failure. */
  isDurable?: boolean;
}

/** Writes to a temporary file and renames it, so readers see a complete file or none. */
export async function writeAtomically(
  file: string,
  body: Buffer | string,
  { mode = 0o666, isDurable = false }: WriteOptions = {},
): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, body, { mode, flush: isDurable });
  await rename(draft, file);
  if (isDurable) await syncToDisk(dirname(file));
}

/** Resolves once a file's content, or a folder's list of files, is on disk. */
export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
