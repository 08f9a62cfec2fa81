import type { SegmentBody, SegmentMetadata, SegmentReason } from "@marquee/contract";
import type { ReplayEvent, StoredSegment } from "./segment.types.ts";
import { adler32, combineAdler32, EMPTY_ADLER32, storedBlock, zlibFrame } from "./zlib.ts";

/** rrweb's `EventType.FullSnapshot`. */
const FULL_SNAPSHOT = 2;

/** A segment that is open or has just been finished. */
export interface Segment {
  stored: StoredSegment;
  /** Compressed events: consecutive parts of a raw deflate stream. */
  chunks: Uint8Array[];
  /** Events that are not compressed yet. The stored metadata does not cover them. */
  pending: PendingEvent[];
  /** Number of events, including pending ones. */
  count: number;
}

interface PendingEvent {
  text: string;
  timestamp: number;
  isFullSnapshot: boolean;
}

/** Metadata that the recorder emits at the start of a segment. */
export type SegmentContext = Pick<
  SegmentMetadata,
  | "pageUrl"
  | "pageVersion"
  | "viewportWidth"
  | "viewportHeight"
  | "userAgent"
  | "privacyLevel"
  | "admission"
  | "rule"
>;

interface SegmentOrigin {
  deviceId: string;
  sessionId: number;
  recordingId: string;
  index: number;
  /** Position of the segment's first event within the recording, from 0. */
  firstEvent: number;
  /** Timestamp of the segment's first event. */
  start: number;
  reason: SegmentReason;
  context: SegmentContext;
}

export function beginSegment({ deviceId, sessionId, context, ...origin }: SegmentOrigin): Segment {
  const { recordingId, index, firstEvent, start, reason } = origin;
  return {
    stored: {
      metadata: {
        id: `${recordingId}.${index}`,
        recordingId,
        index,
        firstEvent,
        start,
        end: start,
        hasFullSnapshot: false,
        reason,
        ...context,
      },
      deviceId,
      sessionId,
      checksum: EMPTY_ADLER32,
      rawBytes: 0,
      bytes: 0,
      isFinished: false,
      attempts: 0,
      flightUntil: 0,
    },
    chunks: [],
    pending: [],
    count: 0,
  };
}

/** Adds an event to the segment's pending events. @returns the text to compress */
export function addEvent(segment: Segment, event: ReplayEvent): string {
  const text = (segment.count > 0 ? "," : "") + JSON.stringify(event);
  segment.count += 1;
  segment.pending.push({ text, timestamp: event.timestamp, isFullSnapshot: event.type === FULL_SNAPSHOT });
  return text;
}

/** The worker's output for the first `count` pending events, with checksum and length of everything so far. */
interface CompressedEvents {
  count: number;
  packed: Uint8Array;
  checksum: number;
  rawBytes: number;
}

export function addCompressed(
  segment: Segment,
  { count, packed, checksum, rawBytes }: CompressedEvents,
): void {
  const { stored, chunks } = segment;
  consumePending(segment, count);
  chunks.push(packed);
  Object.assign(stored, { checksum, rawBytes, bytes: stored.bytes + packed.length });
}

/** Ends the segment immediately. Events that the worker has not returned are stored uncompressed. */
export function finishSegment(segment: Segment): void {
  const { stored, chunks, pending } = segment;
  stored.isFinished = true;
  const bytes = new TextEncoder().encode(consumePending(segment, pending.length));
  if (bytes.length === 0) return;
  const chunk = storedBlock(bytes, { isLast: false });
  chunks.push(chunk);
  stored.checksum = adler32(stored.checksum, bytes);
  stored.rawBytes += bytes.length;
  stored.bytes += chunk.length;
}

/**
 * Removes the first `count` pending events and adds them to the stored metadata.
 * @returns their text
 */
function consumePending({ stored: { metadata }, pending }: Segment, count: number): string {
  const taken = pending.splice(0, count);
  metadata.end = Math.max(metadata.end, ...taken.map(({ timestamp }) => timestamp));
  metadata.hasFullSnapshot ||= taken.some(({ isFullSnapshot }) => isFullSnapshot);
  return taken.map(({ text }) => text).join("");
}

/**
 * A {@link SegmentBody} as a zlib stream. The metadata comes first, so that the server knows it before the events, and is stored uncompressed,
 * because it is complete only when the segment ends.
 * @param chunks compressed events, matching the checksum and lengths of the {@link StoredSegment}
 */
export function segmentBody(
  { metadata, checksum, rawBytes }: StoredSegment,
  chunks: readonly Uint8Array[],
): Uint8Array<ArrayBuffer> {
  const empty: SegmentBody = { version: 1, segment: metadata, events: [] };
  const text = new TextEncoder().encode(JSON.stringify(empty));
  const [head, tail] = [text.subarray(0, -2), text.subarray(-2)];
  const sum = combineAdler32(adler32(EMPTY_ADLER32, head), checksum, rawBytes);
  const packed = [storedBlock(head, { isLast: false }), ...chunks, storedBlock(tail, { isLast: true })];
  return zlibFrame(packed, adler32(sum, tail));
}
