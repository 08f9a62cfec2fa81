import type { SegmentMetadata, Timestamp } from "@marquee/contract";

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
