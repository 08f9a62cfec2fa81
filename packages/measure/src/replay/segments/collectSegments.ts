import {
  type Milliseconds,
  ONE_MINUTE,
  ONE_SECOND,
  SEGMENT_BYTES,
  SEGMENT_DURATION,
  type SegmentReason,
} from "@marquee/contract";
import { FULL_SNAPSHOT, META } from "../rrwebConstants.ts";
import {
  addCompressed,
  addEvent,
  beginSegment,
  finishSegment,
  type Segment,
  type SegmentContext,
} from "./segment.ts";
import type { DeflateRequest, ReplayEvent } from "./segment.types.ts";
import type { Flushed } from "./startDeflate.ts";

/** How often new events are compressed and stored. A crash loses at most this much. */
const FLUSH_INTERVAL: Milliseconds = ONE_SECOND;
/** Number of characters after which events are compressed earlier, so that {@link SEGMENT_BYTES} is not exceeded by much. */
const FLUSH_LENGTH = 32 * 1024;
/** Playback from the middle starts at the last full snapshot. Another one is due after this time and this number of characters. */
const WHOLE_AFTER_TIME: Milliseconds = 5 * ONE_MINUTE;
const WHOLE_AFTER_LENGTH = 1024 * 1024;
/** Warning for a segment without events, which is not sent (specification, section 8). */
const EMPTY_SEGMENT = "Empty segment flushed";

interface CollectOptions {
  deviceId: string;
  sessionId: () => number;
  recordingId: string;
  context: () => SegmentContext;
  post: (request: DeflateRequest) => void;
  /** Called whenever the worker has compressed more of a segment; the last time when it is finished. */
  onPacked: (segment: Segment) => void;
  /** Called when another full snapshot is due. */
  onLong: () => void;
}

export interface SegmentCollector {
  add(event: ReplayEvent): void;
  /** Ends the open segment. The next event starts a new one with this reason. */
  cut(reason: SegmentReason): void;
  /** Call it with each response of the worker to a flush, in order. */
  take(answer: Flushed): void;
  /** Finishes all segments without waiting for the worker. @returns the segments that it finished */
  finishNow(): Segment[];
  /** Drops the open segment and every event added later. */
  drop(): void;
}

/** A flush that the worker has not answered: its number of events, and whether it is the segment's last. */
interface Flush {
  segment: Segment;
  count: number;
  isLast: boolean;
}

/** Collects events into segments, and adds the worker's compressed output to the segment that it belongs to. */
export function collectSegments(options: CollectOptions): SegmentCollector {
  const { post, onPacked, onLong, context, sessionId, ...ids } = options;
  let open: Segment | undefined;
  let isDropped = false;
  let reason: SegmentReason = "init";
  let index = 0;
  let firstEvent = 0;
  let unflushedCount = 0;
  let unflushed = "";
  let wholeAt = 0;
  let lengthSinceWhole = 0;
  let flushes: Flush[] = [];
  let flushTimer: ReturnType<typeof setTimeout> | undefined;
  let durationTimer: ReturnType<typeof setTimeout> | undefined;

  const isLong = () => lengthSinceWhole >= WHOLE_AFTER_LENGTH && Date.now() - wholeAt >= WHOLE_AFTER_TIME;

  function begin(start: number): Segment {
    const segment = beginSegment({
      ...ids,
      sessionId: sessionId(),
      index,
      firstEvent,
      start,
      reason,
      context: context(),
    });
    index += 1;
    durationTimer = setTimeout(() => cutFull("duration"), SEGMENT_DURATION);
    return segment;
  }

  function flush(isLast: boolean): void {
    clearTimeout(flushTimer);
    flushTimer = undefined;
    if (!open) return;
    flushes.push({ segment: open, count: unflushedCount, isLast });
    unflushedCount = 0;
    post({ kind: "flush", text: unflushed });
    unflushed = "";
  }

  function cut(next: SegmentReason): void {
    if (index > 0) reason = next;
    if (next === "session") wholeAt = 0;
    if (!open) {
      console.warn("[measure]", EMPTY_SEGMENT);
      return;
    }
    flush(true);
    post({ kind: "reset" });
    close();
  }

  /** Ends the open segment because it is full. A full snapshot begins with a new segment, so this is the time for one that is due. */
  function cutFull(next: "duration" | "bytes"): void {
    cut(next);
    if (isLong()) onLong();
  }

  function close(): void {
    clearTimeout(durationTimer);
    clearTimeout(flushTimer);
    flushTimer = undefined;
    open = undefined;
  }

  return {
    add(event) {
      if (isDropped) return;
      // Playback starts with the segment of the last full snapshot and needs nothing before it.
      if (open && event.type === META && wholeAt > 0) cut("duration");
      open ??= begin(event.timestamp);
      const text = addEvent(open, event);
      unflushed += text;
      lengthSinceWhole += text.length;
      if (event.type === FULL_SNAPSHOT) {
        wholeAt = event.timestamp;
        lengthSinceWhole = 0;
      }
      firstEvent += 1;
      unflushedCount += 1;
      if (unflushed.length >= FLUSH_LENGTH) flush(false);
      else flushTimer ??= setTimeout(() => flush(false), FLUSH_INTERVAL);
    },
    cut,
    take({ packed, checksum, rawBytes }) {
      const answered = flushes.shift();
      if (!answered || answered.segment.stored.isFinished) return;
      const { segment, count, isLast } = answered;
      addCompressed(segment, { count, packed, checksum, rawBytes });
      if (segment === open && !segment.stored.metadata.pageVersion) setVersion(segment, context());
      if (isLast) finishSegment(segment);
      onPacked(segment);
      if (segment === open && segment.stored.bytes >= SEGMENT_BYTES) cutFull("bytes");
    },
    finishNow() {
      const unfinished = new Set(flushes.map(({ segment }) => segment));
      if (open) {
        unfinished.add(open);
        post({ kind: "reset" });
        reason = "hidden";
      }
      close();
      unflushedCount = 0;
      unflushed = "";
      const finished = [...unfinished].filter(({ stored }) => !stored.isFinished);
      finished.forEach(finishSegment);
      return finished;
    },
    drop() {
      isDropped = true;
      close();
      flushes = [];
    },
  };
}

/** Sets the page version later, because after a client-side navigation it arrives with a delay. */
function setVersion({ stored: { metadata } }: Segment, { pageUrl, pageVersion }: SegmentContext): void {
  if (metadata.pageUrl === pageUrl) metadata.pageVersion = pageVersion;
}
