import { type FileHandle, open, rm } from "node:fs/promises";
import { join } from "node:path";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import type { ArchiveWriter } from "./archive.ts";
import { readRecords } from "./recordTables.ts";

/** Bytes per read. */
const CHUNK = 256 * 1024;

/** All rows of the record store at one moment, in a file that nothing else can open. */
export interface RecordsCopy {
  /** Adds them to an archive. @param prefix precedes the name of each section. */
  writeTo(archive: ArchiveWriter, prefix: string): Promise<void>;
  close(): Promise<void>;
}

/**
 * Copies the record store to the data folder's disk. The embedded store has one connection, which blocks all other users meanwhile, and a copy takes less time
 * than an archive.
 * @param whenFrozen called and awaited at the moment of the copy, which excludes later writes.
 */
export async function copyRecords(
  db: RecordsDatabase,
  { dataDir, whenFrozen }: { dataDir: string; whenFrozen: () => Promise<void> },
): Promise<RecordsCopy> {
  const file = await openUnnamed(join(dataDir, "backup.records"));
  const sections: { name: string; from: number; to: number }[] = [];
  let end = 0;
  try {
    await readRecords(db, {
      whenFrozen,
      async onSection(name, rows) {
        const from = end;
        for await (const chunk of rows) {
          await file.writeFile(chunk);
          end += chunk.byteLength;
        }
        sections.push({ name, from, to: end });
      },
    });
  } catch (error) {
    await file.close();
    throw error;
  }
  return {
    async writeTo(archive, prefix) {
      for (const { name, from, to } of sections)
        await archive.section(`${prefix}${name}`, read(file, from, to));
    },
    close: () => file.close(),
  };
}

/** The system removes the file with the process that has it open. */
async function openUnnamed(path: string): Promise<FileHandle> {
  const file = await open(path, "w+", 0o600);
  await rm(path, { force: true });
  return file;
}

async function* read(file: FileHandle, from: number, to: number): AsyncGenerator<Uint8Array> {
  for (let at = from; at < to; ) {
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK, to - at));
    const { bytesRead } = await file.read(buffer, { position: at });
    if (bytesRead === 0) throw new Error("The copy of the records ended too early.");
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
  }
}
