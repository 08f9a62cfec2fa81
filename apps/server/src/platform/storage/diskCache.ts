import { readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join, sep } from "node:path";
import { type Milliseconds, ONE_HOUR, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { writeAtomically } from "./writeAtomically.ts";

/** Files in a folder up to a total size in bytes. Evicts the least recently used first and survives restarts. */
export interface DiskCache {
  /** Reads the whole file, so eviction cannot interrupt sending it. @returns null if there is no such file. */
  read(name: string): Promise<Buffer | null>;
  /** Skips a body larger than the cache. */
  write(name: string, body: Buffer): Promise<void>;
  /** When the file was written; null if there is no such file. */
  writtenAt(name: string): Timestamp | null;
}

interface DiskCacheOptions {
  dir: string;
  maxBytes: number;
  now: () => Timestamp;
}

interface Entry {
  size: number;
  writtenAt: Timestamp;
  /** The access time set on the file, exact to {@link USE_PRECISION}. */
  usedAt: Timestamp;
}

/** How far the stored time of last use may lag behind the actual one. */
const USE_PRECISION: Milliseconds = ONE_HOUR;
/** Temporary files that {@link writeAtomically} leaves behind when the process ends during a write. */
const DRAFT = /\.[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/** @param dir created with the first file. Only the cache may write to it. */
export async function openDiskCache({ dir, maxBytes, now }: DiskCacheOptions): Promise<DiskCache> {
  /** Least recently used first. */
  const entries = await readEntries(dir);
  let total = [...entries.values()].reduce((sum, { size }) => sum + size, 0);

  const forget = (name: string): void => {
    total -= entries.get(name)?.size ?? 0;
    entries.delete(name);
  };
  const evict = async (): Promise<void> => {
    const removed: string[] = [];
    for (const name of entries.keys()) {
      if (total <= maxBytes) break;
      removed.push(name);
      forget(name);
    }
    await Promise.all(removed.map((name) => rm(join(dir, name), { force: true })));
  };
  const markUsed = async (name: string, entry: Entry): Promise<void> => {
    entries.delete(name);
    entries.set(name, entry);
    if (now() - entry.usedAt < USE_PRECISION) return;
    entry.usedAt = now();
    await setUsedAt(join(dir, name), entry);
  };

  await evict();
  return {
    async read(name) {
      const entry = entries.get(name);
      if (!entry) return null;
      const body = await readFile(join(dir, name)).catch(() => null);
      // A concurrent write of the same file has its own entry.
      if (!body && entries.get(name) === entry) forget(name);
      if (body && entries.get(name) === entry) await markUsed(name, entry);
      return body;
    },
    async write(name, body) {
      if (body.byteLength > maxBytes) return;
      const file = join(dir, name);
      await writeAtomically(file, body);
      forget(name);
      const entry = { size: body.byteLength, writtenAt: now(), usedAt: now() };
      entries.set(name, entry);
      total += entry.size;
      await setUsedAt(file, entry);
      await evict();
    },
    writtenAt: (name) => entries.get(name)?.writtenAt ?? null,
  };
}

/** Ignores errors: the file may have been removed in the meantime. */
async function setUsedAt(file: string, { usedAt, writtenAt }: Entry): Promise<void> {
  await utimes(file, usedAt / ONE_SECOND, writtenAt / ONE_SECOND).catch(() => undefined);
}

async function readEntries(dir: string): Promise<Map<string, Entry>> {
  const files = await readdir(dir, { recursive: true, withFileTypes: true }).catch(() => []);
  const entries = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(({ parentPath, name }) => readEntry(dir, join(parentPath, name))),
  );
  const readable = entries.filter((entry) => entry !== null);
  return new Map(readable.sort(([, one], [, other]) => one.usedAt - other.usedAt));
}

/** @returns null for drafts and unreadable files, which it removes. */
async function readEntry(dir: string, path: string): Promise<[string, Entry] | null> {
  const stats = DRAFT.test(path) ? null : await stat(path).catch(() => null);
  if (!stats) {
    await rm(path, { force: true });
    return null;
  }
  const name = path.slice(dir.length + 1).replaceAll(sep, "/");
  return [name, { size: stats.size, writtenAt: stats.mtimeMs, usedAt: stats.atimeMs }];
}
