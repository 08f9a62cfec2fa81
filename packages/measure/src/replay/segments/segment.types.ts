import type { SegmentMetadata, Timestamp } from "@marquee/contract";

/** Segments at rest, of all recordings of this browser. Methods reject where the store fails. */
export interface SegmentStore {
  /** Writes the segment's metadata and the chunks that are missing. */
  save(stored: StoredSegment, chunks: readonly Uint8Array[]): Promise<void>;
  /** What is kept, oldest first. @param recordingId leaves out other recordings. */
  list(recordingId?: string): Promise<StoredSegment[]>;
  /** Its chunks, in order; none where it is gone. */
  read(id: string): Promise<Uint8Array[]>;
  /** Overwrites the segment's metadata if the segment still exists. */
  update(stored: StoredSegment): Promise<void>;
  remove(id: string): Promise<void>;
  close(): void;
}

/** Messages from the page to the worker. Responses keep their order. */
export type DeflateRequest =
  | { kind: "start" }
  /** Packs the text, as what follows in the stream that is open, and asks for it. */
  | { kind: "flush"; text: string }
  /** The next text begins a new stream. */
  | { kind: "reset" };

export type DeflateAnswer =
  | { kind: "ready" }
  /** Answers a flush. The stream so far has this Adler-32, and this length before it was packed. */
  | { kind: "flushed"; packed: Uint8Array<ArrayBuffer>; checksum: number; rawBytes: number };

/** Metadata that is stored next to a segment's packed events. */
export interface StoredSegment {
  metadata: SegmentMetadata;
  deviceId: string;
  sessionId: number;
  /** Of the packed events: their Adler-32 and length unpacked, and their length as they are. */
  checksum: number;
  rawBytes: number;
  bytes: number;
  /** False while events are still added. */
  isFinished: boolean;
  /** Requests that carried it and were refused for now. */
  attempts: number;
  /** A request may be under way until then, unheard of because its page has ended. */
  flightUntil: Timestamp;
}

/** What is needed of an event of the rrweb format. */
export interface ReplayEvent {
  type: number;
  timestamp: number;
}
