import { join } from "node:path";
import { open, type RootDatabase } from "lmdb";
import { syncToDisk } from "../writeAtomically.ts";

interface CopyOptions {
  /** A new folder. */
  dir: string;
  maxDatabases: number;
}

/**
 * Writes all entries into a new file. lmdb's own compacting copies pages as they are, and those have what was removed from them, or whatever was in the
 * memory that they were made in. Resolves once the file is on disk.
 */
export async function writeLiveCopy(root: RootDatabase, { dir, maxDatabases }: CopyOptions): Promise<void> {
  const copy = open({ path: dir, maxDbs: maxDatabases, noMemInit: false, eventTurnBatching: false });
  try {
    copy.transactionSync(() => {
      for (const name of root.getKeys()) {
        const raw = { name: String(name), encoding: "binary", keyEncoding: "binary" } as const;
        const target = copy.openDB<Buffer, Buffer>(raw);
        for (const { key, value } of root.openDB<Buffer, Buffer>(raw).getRange()) target.put(key, value);
      }
    });
  } finally {
    await copy.close();
  }
  await syncToDisk(join(dir, "data.mdb"));
}
