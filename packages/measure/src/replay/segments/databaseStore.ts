import { databaseName } from "./deleteStoredSegments.ts";
import type { SegmentStore, StoredSegment } from "./segment.types.ts";

/** Object store of {@link StoredSegment}s by ID. */
const SEGMENTS = "segments";
/** Object store of chunks by segment ID and position. */
const CHUNKS = "chunks";

/** Stores segments in IndexedDB. Rejects if IndexedDB is unavailable. */
export async function openDatabaseStore(writeKey: string): Promise<SegmentStore> {
  const database = await openDatabase(databaseName(writeKey), (created) => {
    created.createObjectStore(SEGMENTS);
    created.createObjectStore(CHUNKS);
  });
  /** Number of chunks that this document has written, by segment ID. */
  const written = new Map<string, number>();
  const write = (run: (segments: IDBObjectStore, chunks: IDBObjectStore) => void) => {
    const work = database.transaction([SEGMENTS, CHUNKS], "readwrite");
    run(work.objectStore(SEGMENTS), work.objectStore(CHUNKS));
    return work;
  };
  const read = (name: string) => database.transaction(name).objectStore(name);

  return {
    async save(stored, added) {
      const { id } = stored.metadata;
      const from = written.get(id) ?? 0;
      const work = write((segments, chunks) => {
        for (const [place, chunk] of added.entries()) if (place >= from) chunks.put(chunk, [id, place]);
        segments.put(stored, id);
      });
      written.set(id, added.length);
      // Commits immediately, because the page may be about to end.
      work.commit();
      await endOf(work);
    },
    async list(recordingId) {
      const all: StoredSegment[] = await answerOf(read(SEGMENTS).getAll());
      return all
        .filter(({ metadata }) => recordingId === undefined || metadata.recordingId === recordingId)
        .sort(({ metadata: one }, { metadata: other }) => one.start - other.start || one.index - other.index);
    },
    read: (id) => answerOf(read(CHUNKS).getAll(chunksOf(id))),
    async update(stored) {
      const { id } = stored.metadata;
      const work = write((segments) => {
        const existingKey = segments.getKey(id);
        existingKey.onsuccess = () => {
          if (existingKey.result !== undefined) segments.put(stored, id);
        };
      });
      await endOf(work);
    },
    async remove(id) {
      written.delete(id);
      const work = write((segments, chunks) => {
        segments.delete(id);
        chunks.delete(chunksOf(id));
      });
      await endOf(work);
    },
    close: () => database.close(),
  };
}

function chunksOf(id: string): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}

/**
 * Opens a database, created by `create` if missing. Closes it if another tab deletes it. Rejects if IndexedDB
 * is unavailable.
 */
async function openDatabase(name: string, create: (database: IDBDatabase) => void): Promise<IDBDatabase> {
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => create(request.result);
  const database = await answerOf(request);
  database.onversionchange = () => database.close();
  return database;
}

/** Resolves with the result of a request. Rejects with its error. */
function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Resolves once a transaction is complete. Rejects if it was aborted. */
function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}
