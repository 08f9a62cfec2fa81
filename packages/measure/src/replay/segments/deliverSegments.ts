import { MAX_KEEPALIVE_BYTES, type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { reportInternalError } from "../../browser/monitor.ts";
import { RETRY_MAX_ATTEMPTS, retryDelay } from "../../transport/retryStrategy.ts";
import { type Segment, segmentBody } from "./segment.ts";
import type { SegmentStore, StoredSegment } from "./segment.types.ts";
import type { SegmentOutcome, SendSegment } from "./sendSegment.ts";

interface DeliverOptions {
  store: SegmentStore;
  send: SendSegment;
  recordingId: string;
  now: () => Timestamp;
  /** Random number between 0 and 1. */
  random: () => number;
  isOnline: () => boolean;
  /** Runs the task unless the recording's document is alive or another document is handling it. */
  ifDead: (recordingId: string, task: () => Promise<void>) => Promise<void>;
}

export interface SegmentDelivery {
  /** Sends the finished segments of this recording, and all segments of recordings whose document has ended. */
  wake(): void;
  /** Call it when the page may end. Stores the segments and sends those that fit into requests that outlive the page. */
  handOver(segments: readonly Segment[]): void;
  /** Aborts pending requests, except those of {@link handOver}, and cancels the retry timer. */
  pause(): void;
  /** Aborts all requests and sends nothing more. */
  stop(): void;
}

/** Time to wait for a response; segments sent by a page that has ended are sent again after it. */
const ANSWER_TIMEOUT: Milliseconds = 20 * ONE_SECOND;
/** How often to search for segments of documents that have ended. */
const RECOVERY_INTERVAL: Milliseconds = 30 * ONE_SECOND;

export function deliverSegments(options: DeliverOptions): SegmentDelivery {
  const { store, send, recordingId, now, random, isOnline, ifDead: ifAbandoned } = options;
  const aborters = new Set<AbortController>();
  const exitAborter = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isRunning = false;
  let isWanted = false;
  let isStopped = false;
  /** Increases with each pause, so that work from before it sends nothing more. */
  let pauses = 0;
  let failures = 0;
  /** No request is sent before this time, not even for new segments, because the server has responded with a temporary failure. */
  let notBefore: Timestamp = 0;
  let exitBytes = 0;

  function wake(): void {
    clearTimeout(timer);
    isWanted = true;
    if (isRunning || isStopped || !isOnline()) return;
    if (now() < notBefore) return void schedule(notBefore - now());
    isRunning = true;
    run()
      .catch(reportInternalError)
      .finally(() => {
        isRunning = false;
      });
  }

  async function run(): Promise<void> {
    while (isWanted && !isStopped && now() >= notBefore) {
      isWanted = false;
      const delay = await pass();
      if (delay !== null) schedule(delay);
    }
  }

  function schedule(delay: Milliseconds): void {
    clearTimeout(timer);
    if (!isStopped) timer = setTimeout(wake, delay);
  }

  /** Sends everything that is due once. @returns how long to wait after a failure; null if nothing failed */
  async function pass(): Promise<Milliseconds | null> {
    const begun = pauses;
    const all = await store.list();
    const retryDelay = await deliver(
      all.filter(({ metadata }) => metadata.recordingId === recordingId),
      begun,
    );
    if (retryDelay !== null) return retryDelay;
    const left = all.filter(({ metadata }) => metadata.recordingId !== recordingId);
    if (left.length > 0) schedule(recoveryDelay(left, now()));
    let failed: Milliseconds | null = null;
    for (const other of new Set(left.map(({ metadata }) => metadata.recordingId))) {
      await ifAbandoned(other, async () => {
        failed ??= await deliver((await store.list(other)).map(asFinished), begun);
      });
    }
    return failed;
  }

  /** @param begun value of `pauses` at the start of the pass. @returns see {@link pass} */
  async function deliver(segments: readonly StoredSegment[], begun: number): Promise<Milliseconds | null> {
    for (const stored of segments) {
      if (!stored.isFinished || stored.flightUntil > now()) continue;
      const chunks = await store.read(stored.metadata.id);
      if (pauses !== begun) return null;
      const failed = await settle(stored, await request(stored, segmentBody(stored, chunks)));
      if (failed !== null) return failed;
    }
    return null;
  }

  async function request(stored: StoredSegment, body: Uint8Array<ArrayBuffer>): Promise<SegmentOutcome> {
    const aborter = new AbortController();
    aborters.add(aborter);
    const timeout = setTimeout(() => aborter.abort(), ANSWER_TIMEOUT);
    const outcome = await send(stored, body, { isExit: false, signal: aborter.signal });
    clearTimeout(timeout);
    aborters.delete(aborter);
    return outcome;
  }

  /** Stores the outcome of a request. @returns see {@link pass} */
  async function settle(stored: StoredSegment, outcome: SegmentOutcome): Promise<Milliseconds | null> {
    const { id } = stored.metadata;
    if (outcome.kind !== "failed") {
      failures = 0;
      if (outcome.kind === "dropped") reportInternalError(`Segment ${id} dropped: ${outcome.reason}.`);
      await store.remove(id);
      return null;
    }
    failures += 1;
    const attempts = stored.attempts + (outcome.isAnswered ? 1 : 0);
    if (attempts < RETRY_MAX_ATTEMPTS) await store.update({ ...stored, attempts, flightUntil: 0 });
    else await store.remove(id);
    const delay = retryDelay(failures, outcome.retryAfter, random());
    if (outcome.isAnswered) notBefore = now() + delay;
    return delay;
  }

  function waitForFirstSegment({ stored, chunks }: Segment): void {
    const body = segmentBody(stored, chunks);
    const fits = isOnline() && !isStopped && exitBytes + body.length <= MAX_KEEPALIVE_BYTES;
    if (fits) stored.flightUntil = now() + ANSWER_TIMEOUT;
    const saved = store.save(stored, chunks);
    // If a hidden page lives on, it sends segments that did not fit like any other segment.
    if (!fits) return void saved.then(wake).catch(reportInternalError);
    saved.catch(reportInternalError);
    exitBytes += body.length;
    send(stored, body, { isExit: true, signal: exitAborter.signal })
      .then(async (outcome) => {
        exitBytes -= body.length;
        const delay = isStopped ? null : await settle(stored, outcome);
        if (delay !== null) schedule(delay);
      })
      .catch(reportInternalError);
  }

  function pause(): void {
    pauses += 1;
    clearTimeout(timer);
    for (const aborter of aborters) aborter.abort();
  }

  return {
    wake,
    handOver: (segments) => segments.forEach(waitForFirstSegment),
    pause,
    stop() {
      isStopped = true;
      pause();
      exitAborter.abort();
    },
  };
}

/**
 * Time until the next check of other recordings: until the next response timeout, at most {@link RECOVERY_INTERVAL}.
 */
function recoveryDelay(left: readonly StoredSegment[], at: Timestamp): Milliseconds {
  const answers = left.map(({ flightUntil }) => flightUntil - at).filter((delay) => delay > 0);
  return Math.min(RECOVERY_INTERVAL, ...answers);
}

/** Marks a segment that an ended document left open as finished. */
function asFinished(stored: StoredSegment): StoredSegment {
  if (stored.isFinished) return stored;
  return { ...stored, isFinished: true, metadata: { ...stored.metadata, reason: "recovered" } };
}
