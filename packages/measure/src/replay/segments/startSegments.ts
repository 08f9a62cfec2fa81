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
  recordingId: string;
  /** Called when a segment starts, and until its page version is known. */
  context: () => SegmentContext;
  /** Called when another full snapshot is due. */
  onLong: () => void;
  /** Called once if the worker fails. Nothing is recorded from then on. */
  onFailed: (why: unknown) => void;
  now: () => Timestamp;
}

export interface Segments {
  add(event: ReplayEvent): void;
  /** Ends the open segment because the page or session has changed. The next event starts a new one. */
  cut(reason: "page" | "session"): void;
  /** Ends the recording and sends the rest of it. */
  stop(): Promise<void>;
  /** Ends the recording and deletes all segments stored in this browser, including those of other tabs. */
  erase(): Promise<void>;
}

/** Sends the events of a recording to the server: in segments that a worker compresses and that are stored until acknowledged. */
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
  /** The visitor has left the page, which may stay in the back/forward cache. */
  onLeave: () => void;
  /** The page was restored from the back/forward cache, or the browser has come online. */
  onReturn: () => void;
}

/** Watches the page's lifecycle and holds the recording's lock. @returns the cleanup */
function watchPage({ recordingId, onHide, onLeave, onReturn }: PageOptions): () => void {
  let release = lockRecording(recordingId);
  // A page that holds a lock cannot enter the back/forward cache (https://developer.chrome.com/docs/web-platform/bfcache-notrestored).
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

/** Name of the lock that a recording's document holds as long as it is alive. */
function lockName(recordingId: string): string {
  return `marquee_replay_${recordingId}`;
}

/** Marks the recording as alive until the document ends. @returns a function that ends it earlier */
function lockRecording(recordingId: string): () => void {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // A request that is still waiting also ends with the document.
  navigator.locks?.request(lockName(recordingId), () => released).catch(() => undefined);
  return release;
}

/**
 * Runs `task` unless the recording's document is alive or another document is handling the recording. Does nothing without the Web Locks API.
 * Rejects if `task` does.
 */
async function ifAbandoned(recordingId: string, task: () => Promise<void>): Promise<void> {
  await navigator.locks?.request(lockName(recordingId), { ifAvailable: true }, async (lock) => {
    if (lock) await task();
  });
}
