import {
  MAX_EVENT_BYTES,
  MAX_KEEPALIVE_BYTES,
  type Milliseconds,
  ONE_SECOND,
  RETRY_MAX_ATTEMPTS,
  type SegmentEvent,
  type Timestamp,
} from "@marquee/contract";
import type { Lock } from "../browser/queueLock.ts";
import { reportFailure } from "../tools/monitor.ts";
import { retryDelay, type SendOutcome } from "../transport/retryStrategy.ts";
import type { SendBatch } from "../transport/sendBatch.ts";
import type { QueueItem, QueueStore } from "./queueStore.ts";

/** What became of events, told to whoever asked at the start. */
export type QueueStatus =
  | { kind: "delivered"; messageIds: string[] }
  | { kind: "retrying"; messageIds: string[]; reason: string; delay: Milliseconds }
  | { kind: "dropped"; messageIds: string[]; reason: string };

/**
 * Events on their way to the server: kept over reloads, sent in batches by one tab at a time, retried with backoff, and
 * handed to the browser when the page hides.
 */
export interface Queue {
  add(event: SegmentEvent): void;
  /** Sends what waits, from this and from earlier visits. */
  flush(): void;
  /** For when the page may end: takes what fits into one request that outlives it; the rest waits for the next visit. */
  flushOnHide(): void;
  /** Drops everything, and what is under way too. */
  clear(): void;
  stop(): void;
}

interface QueueOptions {
  store: QueueStore;
  lock: Lock;
  send: SendBatch;
  writeKey: string;
  now: () => Timestamp;
  /** From 0 up to 1. */
  random: () => number;
  isOnline: () => boolean;
  onStatus: (status: QueueStatus) => void;
}

/** Events that follow each other at once share a request. */
const GATHER_DELAY: Milliseconds = 100;
/** A flight without answer for this long ended with its tab. */
const FLIGHT_LIFETIME: Milliseconds = 60 * ONE_SECOND;
/** How soon to try again for the lock. */
const LOCK_RETRY_DELAY: Milliseconds = 5 * ONE_SECOND;
/** Bytes that a batch needs around its events: key, time and brackets. */
const ENVELOPE_BYTES = 256;

export function createQueue(options: QueueOptions): Queue {
  const { store, lock, send, writeKey, now, random, isOnline, onStatus } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isFlushing = false;
  let failures = 0;
  let bytesInFlight = 0;
  let aborter = new AbortController();

  function schedule(delay: Milliseconds): void {
    clearTimeout(timer);
    timer = setTimeout(flush, delay);
  }

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    if (isFlushing) return;
    isFlushing = true;
    lock(sendWaiting)
      .then((hadLock) => {
        isFlushing = false;
        if (!hadLock) {
          reportFailure("The queue lock could not be had; trying again.");
          schedule(LOCK_RETRY_DELAY);
        } else if (timer === undefined && failures === 0 && store.list().length > 0) schedule(GATHER_DELAY);
      })
      .catch((error: unknown) => {
        isFlushing = false;
        reportFailure(error);
      });
  }

  /** Under the lock: batch after batch, until nothing waits or one fails. */
  async function sendWaiting(): Promise<void> {
    store.reclaimFlights();
    for (;;) {
      const { items, bytes } = takeBatch(MAX_KEEPALIVE_BYTES);
      if (items.length === 0) return;
      store.setFlight(items, now() + FLIGHT_LIFETIME);
      store.take(items);
      const isDone = await sendItems(items, bytes);
      store.setFlight(null, 0);
      if (!isDone) return;
    }
  }

  /** @returns false when the batch has failed and waits again, or sending was cleared. */
  async function sendItems(items: QueueItem[], bytes: number): Promise<boolean> {
    const { signal } = aborter;
    bytesInFlight += bytes;
    const batch = { batch: items.map(({ event }) => event), sentAt: new Date(now()).toISOString(), writeKey };
    const outcome = await send(batch, signal);
    bytesInFlight -= bytes;
    if (signal.aborted) return false;
    settle(items, outcome);
    return outcome.kind !== "failed";
  }

  function settle(items: QueueItem[], outcome: SendOutcome): void {
    if (outcome.kind !== "failed") failures = 0;
    if (outcome.kind === "dropped") drop(items, outcome.reason);
    else if (outcome.kind === "failed") retry(items, outcome);
    else confirm(items, outcome);
  }

  function confirm(items: QueueItem[], outcome: SendOutcome & { kind: "delivered" }): void {
    const refused = new Map(outcome.refused.map(({ messageId, reason }) => [messageId, reason]));
    for (const [messageId, reason] of refused) onStatus({ kind: "dropped", messageIds: [messageId], reason });
    onStatus({ kind: "delivered", messageIds: idsOf(items).filter((id) => !refused.has(id)) });
  }

  function retry(items: QueueItem[], { reason, retryAfter }: SendOutcome & { kind: "failed" }): void {
    failures += 1;
    const tried = items.map((item) => ({ ...item, attempts: item.attempts + 1 }));
    const kept = tried.filter(({ attempts }) => attempts < RETRY_MAX_ATTEMPTS);
    drop(
      tried.filter(({ attempts }) => attempts >= RETRY_MAX_ATTEMPTS),
      `failed ${RETRY_MAX_ATTEMPTS} times, last with: ${reason}`,
    );
    if (kept.length === 0) return;
    store.putBack(kept);
    const delay = retryDelay(failures, retryAfter, random());
    onStatus({ kind: "retrying", messageIds: idsOf(kept), reason, delay });
    schedule(delay);
  }

  function drop(items: QueueItem[], reason: string): void {
    if (items.length > 0) onStatus({ kind: "dropped", messageIds: idsOf(items), reason });
  }

  /** The oldest waiting items that fit into `limit` bytes together with what is under way. */
  function takeBatch(limit: number): { items: QueueItem[]; bytes: number } {
    const items: QueueItem[] = [];
    let bytes = ENVELOPE_BYTES;
    for (const item of store.list()) {
      const size = byteLength(item.event) + 1;
      if (bytes + size + bytesInFlight > limit) break;
      items.push(item);
      bytes += size;
    }
    return { items, bytes };
  }

  return {
    add(event) {
      if (byteLength(event) > MAX_EVENT_BYTES) {
        onStatus({
          kind: "dropped",
          messageIds: [event.messageId],
          reason: `larger than ${MAX_EVENT_BYTES} bytes`,
        });
        return;
      }
      store.add(event);
      if (failures === 0 && timer === undefined) schedule(GATHER_DELAY);
    },
    flush,
    flushOnHide() {
      if (!isOnline() || failures > 0) return;
      const { items, bytes } = takeBatch(MAX_KEEPALIVE_BYTES);
      if (items.length === 0) return;
      store.take(items);
      sendItems(items, bytes).catch(reportFailure);
    },
    clear() {
      aborter.abort();
      aborter = new AbortController();
      clearTimeout(timer);
      timer = undefined;
      failures = 0;
      store.clear();
    },
    stop() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

function idsOf(items: readonly QueueItem[]): string[] {
  return items.map(({ event }) => event.messageId);
}

function byteLength(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).byteLength;
}
