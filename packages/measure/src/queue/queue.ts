import {
  MAX_EVENT_BYTES,
  MAX_KEEPALIVE_BYTES,
  type Milliseconds,
  ONE_MINUTE,
  ONE_SECOND,
  type SegmentEvent,
  type Timestamp,
} from "@marquee/contract";
import { reportInternalError } from "../browser/monitor.ts";
import { RETRY_MAX_ATTEMPTS, retryDelay, type SendOutcome } from "../transport/retryStrategy.ts";
import { droppedEntries, nextBatch } from "./queueBatch.ts";
import type { Lock } from "./queueLock.ts";
import type { QueueEntry, QueueItem, QueueStore } from "./queueStore.ts";
import type { SendBatch } from "./sendBatch.ts";

/** Reports what happened to events to the callback given at start. */
export type QueueStatus =
  | { kind: "delivered"; messageIds: string[] }
  | { kind: "retrying"; messageIds: string[]; reason: string; delay: Milliseconds }
  /** Nobody answers, though the browser is online: the queue rests for `delay` and keeps its events. */
  | { kind: "blocked"; messageIds: string[]; reason: string; delay: Milliseconds }
  | { kind: "dropped"; messageIds: string[]; reason: string };

/**
 * Events on their way to the server: kept over reloads, sent in batches by one tab at a time, retried with backoff, and
 * handed to the browser when the page hides.
 */
export interface Queue {
  add(event: SegmentEvent): void;
  /** Sends what waits, from this and from earlier visits; at once, also where the queue rests. */
  flush(): void;
  /** For when the page may end: sends what fits into one request that outlives it; the rest waits for the next visit. */
  flushOnHide(): void;
  /** Drops everything, of all tabs, and what is under way too. */
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
/** A flight without answer for this long, a little more than a request may take, ended with its tab. */
const FLIGHT_LIFETIME: Milliseconds = 20 * ONE_SECOND;
/** How soon to try again for the lock. */
const LOCK_RETRY_DELAY: Milliseconds = 5 * ONE_SECOND;
/** After so many requests in a row that nobody answered the endpoint counts as blocked, by an ad blocker for instance. */
const SILENCES_UNTIL_BLOCKED = 5;
const REST: Milliseconds = 5 * ONE_MINUTE;

export function createQueue(options: QueueOptions): Queue {
  const { store, lock, send, writeKey, now, random, isOnline, onStatus } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer ends. */
  let dueAt = Infinity;
  let isFlushing = false;
  let failures = 0;
  let bytesInFlight = 0;
  let aborter = new AbortController();

  function schedule(delay: Milliseconds): void {
    unschedule();
    dueAt = now() + delay;
    timer = setTimeout(flush, delay);
  }

  function unschedule(): void {
    clearTimeout(timer);
    dueAt = Infinity;
  }

  function flush(): void {
    unschedule();
    // The browser reports when it is online again, which triggers a flush.
    if (isFlushing || !isOnline()) return;
    isFlushing = true;
    lock(sendWaiting)
      .then((hadLock) => {
        isFlushing = false;
        if (hadLock) return scheduleNext();
        reportInternalError("The queue is locked.");
        schedule(LOCK_RETRY_DELAY);
      })
      .catch((error: unknown) => {
        isFlushing = false;
        reportInternalError(error);
      });
  }

  /** For items that were added meanwhile or left by a closed tab. */
  function scheduleNext(): void {
    const due = store.nextDue();
    if (dueAt === Infinity && isOnline() && due < Infinity) schedule(Math.max(GATHER_DELAY, due - now()));
  }

  /** Under the lock: batch after batch, until nothing waits or one fails. */
  async function sendWaiting(): Promise<void> {
    while (isOnline() && (await sendNext()));
  }

  /** @returns false when there was nothing to send, the batch has failed and waits again, or sending was cleared. */
  async function sendNext(): Promise<boolean> {
    const { items, bytes } = nextBatch(store, MAX_KEEPALIVE_BYTES - bytesInFlight);
    if (items.length === 0) return false;
    const { signal } = aborter;
    const flight = store.startFlight(items, now() + FLIGHT_LIFETIME);
    bytesInFlight += bytes;
    const batch = { batch: items.map(({ event }) => event), sentAt: new Date(now()).toISOString(), writeKey };
    const outcome = await send(batch, signal);
    bytesInFlight -= bytes;
    if (signal.aborted) return false;
    settle(items, outcome);
    store.endFlight(flight);
    return outcome.kind !== "failed";
  }

  function settle(items: QueueItem[], outcome: SendOutcome): void {
    if (outcome.kind === "failed") {
      retry(items, outcome);
      return;
    }
    failures = 0;
    store.setSilences(0);
    if (outcome.kind === "dropped") drop(items, outcome.reason);
    else confirm(items, outcome);
  }

  function confirm(items: QueueItem[], outcome: SendOutcome & { kind: "delivered" }): void {
    store.remove(items);
    const refused = new Map(outcome.refused.map(({ messageId, reason }) => [messageId, reason]));
    for (const [messageId, reason] of refused) onStatus({ kind: "dropped", messageIds: [messageId], reason });
    onStatus({ kind: "delivered", messageIds: idsOf(items).filter((id) => !refused.has(id)) });
  }

  function retry(
    items: QueueItem[],
    { reason, retryAfter, isAnswered }: SendOutcome & { kind: "failed" },
  ): void {
    failures += 1;
    const silences = isAnswered ? 0 : store.silences() + 1;
    store.setSilences(silences);
    const isBlocked = silences >= SILENCES_UNTIL_BLOCKED;
    // A probe of a blocked endpoint does not count as an attempt.
    const cost = silences > SILENCES_UNTIL_BLOCKED ? 0 : 1;
    const tried = items.map((item) => ({ ...item, attempts: item.attempts + cost }));
    const kept = tried.filter(({ attempts }) => attempts < RETRY_MAX_ATTEMPTS);
    drop(
      tried.filter((item) => !kept.includes(item)),
      `failed ${RETRY_MAX_ATTEMPTS} times, last with: ${reason}`,
    );
    store.update(kept);
    const delay = isBlocked ? REST : retryDelay(failures, retryAfter, random());
    schedule(delay);
    if (kept.length > 0)
      onStatus({ kind: isBlocked ? "blocked" : "retrying", messageIds: idsOf(kept), reason, delay });
  }

  function drop(entries: readonly QueueEntry[], reason: string): void {
    store.remove(entries);
    tellDropped(idsOf(entries), reason);
  }

  function tellDropped(messageIds: string[], reason: string): void {
    if (messageIds.length > 0) onStatus({ kind: "dropped", messageIds, reason });
  }

  return {
    add(event) {
      const { bytes, reason } = weigh(event);
      if (reason) return tellDropped([event.messageId], reason);
      store.add(event, bytes);
      drop(droppedEntries(store.waiting()), "queue full");
      // It does not wait for requests of other documents and does not speed up retries.
      if (!isFlushing && (failures ? dueAt === Infinity : dueAt > now() + GATHER_DELAY))
        schedule(GATHER_DELAY);
    },
    flush,
    flushOnHide() {
      if (isOnline() && !failures) sendNext().catch(reportInternalError);
    },
    clear() {
      aborter.abort();
      aborter = new AbortController();
      unschedule();
      failures = 0;
      tellDropped(idsOf(store.clear()), "withdrawn");
    },
    stop: unschedule,
  };
}

function idsOf(entries: readonly QueueEntry[]): string[] {
  return entries.map(({ messageId }) => messageId);
}

/** UTF-8 length of an event as JSON, and why it cannot be sent, if so. */
function weigh(event: SegmentEvent): { bytes: number; reason: string | false } {
  try {
    const bytes = new TextEncoder().encode(JSON.stringify(event)).byteLength;
    return { bytes, reason: bytes > MAX_EVENT_BYTES && `larger than ${MAX_EVENT_BYTES} bytes` };
  } catch {
    return { bytes: 0, reason: "is not serializable" };
  }
}
