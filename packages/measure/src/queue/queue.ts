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

/** Delivery status of events, reported to `onStatus`. */
export type QueueStatus =
  | { kind: "delivered"; messageIds: string[] }
  | { kind: "retrying"; messageIds: string[]; reason: string; delay: Milliseconds }
  /** No response although the browser is online: the queue pauses for `delay` and keeps its events. */
  | { kind: "blocked"; messageIds: string[]; reason: string; delay: Milliseconds }
  | { kind: "dropped"; messageIds: string[]; reason: string };

/**
 * The queue of events for the server. Events survive reloads, are sent in batches by one tab at a time, and are retried with
 * backoff. When the page hides, events that fit go into one request that outlives it.
 */
export interface Queue {
  add(event: SegmentEvent): void;
  /** Immediately sends waiting events of this and earlier visits, even while the queue pauses. Does nothing offline. */
  flush(): void;
  /** Call when the page may end. Sends what fits into one request that outlives the page; the rest waits for the next visit. */
  flushOnHide(): void;
  /** Drops all events of all tabs, including those in flight. */
  clear(): void;
  stop(): void;
}

interface QueueOptions {
  store: QueueStore;
  lock: Lock;
  send: SendBatch;
  writeKey: string;
  now: () => Timestamp;
  /** From 0 to 1, exclusive. */
  random: () => number;
  isOnline: () => boolean;
  onStatus: (status: QueueStatus) => void;
}

/** Events added within this time share a request. */
const GATHER_DELAY: Milliseconds = 100;
/** After this long without a response, slightly more than the request timeout, a flight's tab must have closed. */
const FLIGHT_LIFETIME: Milliseconds = 20 * ONE_SECOND;
/** Delay before trying to get the lock again. */
const LOCK_RETRY_DELAY: Milliseconds = 5 * ONE_SECOND;
/** After this many consecutive requests without a response, the endpoint counts as blocked, for example by an ad blocker. */
const SILENCES_UNTIL_BLOCKED = 5;
const REST: Milliseconds = 5 * ONE_MINUTE;

export function createQueue(options: QueueOptions): Queue {
  const { store, lock, send, writeKey, now, random, isOnline, onStatus } = options;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires; Infinity if none is set. */
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

  /** Schedules items that were added meanwhile or left by a closed tab. */
  function scheduleNext(): void {
    const due = store.nextDue();
    if (dueAt === Infinity && isOnline() && due < Infinity) schedule(Math.max(GATHER_DELAY, due - now()));
  }

  /** Call under the lock. Sends batches until nothing waits, one fails or the browser is offline. */
  async function sendWaiting(): Promise<void> {
    while (isOnline() && (await sendNext()));
  }

  /** @returns false if nothing was sent, the batch failed (its events wait again), or the queue was cleared meanwhile. */
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
    const retried = tried.filter(({ attempts }) => attempts < RETRY_MAX_ATTEMPTS);
    drop(
      tried.filter((item) => !retried.includes(item)),
      `failed ${RETRY_MAX_ATTEMPTS} times, last with: ${reason}`,
    );
    store.update(retried);
    const delay = isBlocked ? REST : retryDelay(failures, retryAfter, random());
    schedule(delay);
    if (retried.length > 0)
      onStatus({ kind: isBlocked ? "blocked" : "retrying", messageIds: idsOf(retried), reason, delay });
  }

  function drop(entries: readonly QueueEntry[], reason: string): void {
    store.remove(entries);
    tellDropped(idsOf(entries), reason);
  }

  function tellDropped(messageIds: string[], reason: string): void {
    if (messageIds.length > 0) onStatus({ kind: "dropped", messageIds, reason });
  }

  return {
    add(call) {
      const event = readable(call);
      const bytes = new TextEncoder().encode(JSON.stringify(event)).length;
      if (bytes > MAX_EVENT_BYTES)
        return tellDropped([event.messageId], `larger than ${MAX_EVENT_BYTES} bytes`);
      store.add(event, bytes);
      drop(droppedEntries(store.waiting()), "queue full");
      // Does not wait for requests of other documents, and does not speed up retries.
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

/** The event. Data passed by a page is empty if it cannot be read (specification, section 8). */
function readable(event: SegmentEvent): SegmentEvent {
  try {
    JSON.stringify(event);
  } catch (error) {
    reportInternalError(`handleAsyncProps: ${String(error)}`);
    return { ...event, [event.traits ? "traits" : "properties"]: {} };
  }
  return event;
}
