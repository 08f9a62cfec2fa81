import type { Timestamp } from "@marquee/contract";
import { listen, onPageHide } from "../../browser/listen.ts";
import { monitor, reportInternalError } from "../../browser/monitor.ts";
import { collectSegments } from "./collectSegments.ts";
import { deleteStoredSegments } from "./deleteStoredSegments.ts";
import { deliverSegments } from "./deliverSegments.ts";
import type { SegmentContext } from "./segment.ts";
import type { ReplayEvent } from "./segment.types.ts";
import { createSegmentStore, evictOldest } from "./segmentStore.ts";
import { createSendSegment } from "./sendSegment.ts";
import { startDeflate } from "./startDeflate.ts";

interface SegmentsOptions {
  /** Origin of the server, or the empty string for the page's own. */
  endpoint: string;
  writeKey: string;
  deviceId: string;
  sessionId: () => number;
  /** One for each document that is recorded. */
  recordingId: string;
  /** Asked whenever a segment begins. */
  context: () => SegmentContext;
  /** Called when much has come since the last whole picture, and another is due. */
  onLong: () => void;
  /** Called once when the worker cannot work: nothing is recorded from then on. */
  onFailed: (why: unknown) => void;
  now: () => Timestamp;
}

export interface Segments {
  add(event: ReplayEvent): void;
  /** The page or session has changed: the next event begins a new segment. */
  cut(reason: "page" | "session"): void;
  /** Ends the recording; what there is of it is sent. */
  stop(): Promise<void>;
  /** Ends the recording, and deletes all that this browser keeps, of other tabs too. */
  erase(): Promise<void>;
}

/** Events of a recording on their way to the server: in segments, packed by a worker, kept until they are acknowledged. */
export function startSegments(options: SegmentsOptions): Segments {
  const { endpoint, writeKey, recordingId, onFailed, now } = options;
  const store = createSegmentStore(writeKey);
  const delivery = deliverSegments({
    store,
    send: createSendSegment({ endpoint, writeKey }),
    recordingId,
    now,
    random: Math.random,
    isOnline: () => navigator.onLine,
    ifDead: ifAbandoned,
  });
  const deflate = startDeflate({
    onFlushed: monitor((answer) => collector.take(answer)),
    onFailed(why) {
      collector.drop();
      onFailed(why);
    },
  });
  const collector = collectSegments({
    ...options,
    post: deflate.post,
    onPacked({ stored, chunks }) {
      const saved = store.save(stored, chunks);
      if (stored.isFinished)
        saved
          .then(() => evictOldest(store))
          .then(delivery.wake)
          .catch(reportInternalError);
      else saved.catch(reportInternalError);
    },
  });
  const stopFollowing = watchPage({
    recordingId,
    onHide: () => delivery.handOver(collector.finishNow()),
    onLeave: delivery.pause,
    onReturn: delivery.wake,
  });
  delivery.wake();

  const end = () => {
    stopFollowing();
    deflate.stop();
  };
  return {
    add: monitor(collector.add),
    cut: monitor(collector.cut),
    async stop() {
      delivery.handOver(collector.finishNow());
      end();
    },
    async erase() {
      collector.drop();
      end();
      delivery.stop();
      store.close();
      await deleteStoredSegments(writeKey);
    },
  };
}

interface PageOptions {
  recordingId: string;
  /** The page may be about to end. */
  onHide: () => void;
  /** It has been left, and is perhaps kept to come back to. */
  onLeave: () => void;
  /** It has come back, or the browser has come online. */
  onReturn: () => void;
}

/** @returns the cleanup. */
function watchPage({ recordingId, onHide, onLeave, onReturn }: PageOptions): () => void {
  let release = lockRecording(recordingId);
  // Pages that hold a lock are not kept for going back to (https://developer.chrome.com/docs/web-platform/bfcache-notrestored).
  const leave = monitor(() => {
    onLeave();
    release();
  });
  const show = monitor(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return;
    release = lockRecording(recordingId);
    onReturn();
  });
  const stops = [
    onPageHide(monitor(onHide)),
    listen(window, "pagehide", leave),
    listen(window, "pageshow", show),
    listen(window, "online", monitor(onReturn)),
  ];
  return () => {
    for (const stop of stops) stop();
    release();
  };
}

/** A recording's document holds the lock of this name as long as it lives. */
function lockName(recordingId: string): string {
  return `marquee_replay_${recordingId}`;
}

/** Marks the recording as alive. @returns what ends that; so does the end of the document. */
function lockRecording(recordingId: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // Waiting, too, ends with the document.
  navigator.locks?.request(lockName(recordingId), () => released).catch(() => undefined);
  return release;
}

/** Runs `task` unless the recording's document lives, or another one is seeing to it. Rejects as `task` does. */
async function ifAbandoned(recordingId: string, task: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(lockName(recordingId), { ifAvailable: true }, async (lock) => {
    if (lock) await task();
  });
}
