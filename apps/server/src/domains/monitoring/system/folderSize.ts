import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Bytes of all files below a folder. Files that disappear meanwhile, as stores' files do, are left out. */
export async function folderSize(folder: string): Promise<number> {
  let bytes = 0;
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(() => [])) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) bytes += await folderSize(path);
    // Allocated space, because one of the spool's files is large and mostly empty.
    else if (entry.isFile())
      bytes += await stat(path).then(
        ({ blocks }) => blocks * BLOCK,
        () => 0,
      );
  }
  return bytes;
}

/** The unit of `blocks` (`man 2 stat`). */
const BLOCK = 512;
