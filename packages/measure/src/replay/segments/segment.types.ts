import type { SegmentMetadata, Timestamp } from "@marquee/contract";

/** Stores segments of all recordings of this browser. Methods reject if the store fails. */
export interface SegmentStore {
  /** Writes the segment's metadata and the chunks that are missing. */
  save(stored: StoredSegment, chunks: readonly Uint8Array[]): Promise<void>;
  /** Lists stored segments, oldest first. @param recordingId limits the list to this recording */
  list(recordingId?: string): Promise<StoredSegment[]>;
  /** Reads the segment's chunks in order; empty if the segment was removed. */
  read(id: string): Promise<Uint8Array[]>;
  /** Overwrites the segment's metadata if the segment still exists. */
  update(stored: StoredSegment): Promise<void>;
  remove(id: string): Promise<void>;
  close(): void;
}

/** Messages from the page to the worker. Responses keep their order. */
export type DeflateRequest =
  | { kind: "start" }
  /** Appends the text to the open stream and requests the compressed output. */
  | { kind: "flush"; text: string }
  /** Starts a new stream with the next text. */
  | { kind: "reset" };

export type DeflateAnswer =
  | { kind: "ready" }
  /** Response to a flush. `checksum` (Adler-32) and `rawBytes` (uncompressed length) cover the stream so far. */
  | { kind: "flushed"; packed: Uint8Array<ArrayBuffer>; checksum: number; rawBytes: number };

/** A segment's metadata, stored next to its compressed events. */
export interface StoredSegment {
  metadata: SegmentMetadata;
  deviceId: string;
  sessionId: number;
  /** Adler-32 and length of the uncompressed events, and length of the compressed ones, in bytes. */
  checksum: number;
  rawBytes: number;
  bytes: number;
  /** False while events are being added. */
  isFinished: boolean;
  /** Number of requests that got a response and can be retried. */
  attempts: number;
  /** A request may be pending until this time although its page has ended. The segment is not sent again before. */
  flightUntil: Timestamp;
}

/** The part of an rrweb event that segments need. */
export interface ReplayEvent {
  type: number;
  timestamp: number;
}
