import type { StoredSegment } from "./storedSegment.types.ts";

/** Segments at rest, of all recordings of this browser. Methods reject where the store fails. */
export interface SegmentStore {
  /** Writes what is said of it, and those of its chunks that are not there yet. */
  save(stored: StoredSegment, chunks: readonly Uint8Array[]): Promise<void>;
  /** What is kept, oldest first. @param recordingId leaves out other recordings. */
  list(recordingId?: string): Promise<StoredSegment[]>;
  /** Its chunks, in order; none where it is gone. */
  read(id: string): Promise<Uint8Array[]>;
  /** Overwrites what is said of it, if it is still there. */
  update(stored: StoredSegment): Promise<void>;
  remove(id: string): Promise<void>;
  close(): void;
}
