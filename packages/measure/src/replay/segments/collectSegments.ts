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

/** So much a crash may lose: what there is is packed, and kept, this often. */
const FLUSH_INTERVAL: Milliseconds = ONE_SECOND;
/** Characters after which that is done earlier, so that {@link SEGMENT_BYTES} is noticed in time. */
const FLUSH_LENGTH = 32 * 1024;
/** What is watched from the middle is built from the last whole picture on; another is due after both of these. */
const WHOLE_AFTER_TIME: Milliseconds = 5 * ONE_MINUTE;
const WHOLE_AFTER_LENGTH = 1024 * 1024;
/** Specification, section 8. There is nothing to send then. */
const EMPTY_SEGMENT = "Empty segment flushed";

interface CollectOptions {
  deviceId: string;
  sessionId: () => number;
  recordingId: string;
  context: () => SegmentContext;
  post: (request: DeflateRequest) => void;
  /** Called whenever there is more of a segment, and once it is finished. */
  onPacked: (segment: Segment) => void;
  /** Called when much has come since the last whole picture. */
  onLong: () => void;
}

export interface SegmentCollector {
  add(event: ReplayEvent): void;
  /** The next event begins a new segment. */
  cut(reason: SegmentReason): void;
  /** Call this with each message of the worker. */
  take(answer: Flushed): void;
  /** Finishes all segments without waiting for the worker. @returns those that it finished. */
  finishNow(): Segment[];
  /** Drops what is open, and all that is still added. */
  drop(): void;
}

/** A question to the worker: how much it covers, and whether nothing follows. */
interface Flush {
  segment: Segment;
  count: number;
  isLast: boolean;
}

/** Puts events into segments, and what the worker packs back into the segment that it is of. */
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
    durationTimer = setTimeout(() => {
      cut("duration");
      if (isLong()) onLong();
    }, SEGMENT_DURATION);
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
      if (segment === open && segment.stored.bytes >= SEGMENT_BYTES) cut("bytes");
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

/** After a page change within a document the version is known a moment later. */
function setVersion({ stored: { metadata } }: Segment, { pageUrl, pageVersion }: SegmentContext): void {
  if (metadata.pageUrl === pageUrl) metadata.pageVersion = pageVersion;
}
