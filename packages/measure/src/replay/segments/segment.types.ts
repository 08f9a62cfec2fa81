import type { SegmentMetadata, Timestamp } from "@marquee/contract";

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

/** What the page tells the worker. Messages are answered in their order. */
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

/** What is kept of a segment beside its packed events. */
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
