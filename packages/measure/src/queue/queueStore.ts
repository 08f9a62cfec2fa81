import type { SegmentEvent, Timestamp } from "@marquee/contract";
import { type LocalStore, parseObject } from "../browser/localStore.ts";

/** A stored event's metadata, known without reading the event. */
export interface QueueEntry {
  /** Storage key; sorts by the time the event was added. */
  key: string;
  messageId: string;
  /** UTF-8 length of the event as JSON. */
  bytes: number;
}

/** A stored event. */
export interface QueueItem extends QueueEntry {
  event: SegmentEvent;
  /** Failed requests that included the event. */
  attempts: number;
}

/**
 * Storage for queued events. Each event has its own entry, so that tabs never overwrite each other, and stays there until the server
 * responds. A flight is an entry that lists the events in flight and its expiry; other tabs do not send those events.
 */
export interface QueueStore {
  add(event: SegmentEvent, bytes: number): void;
  /** Events that are not in flight in any tab, oldest first. */
  waiting(): QueueEntry[];
  /** @returns null, and removes the entry, if it is malformed. */
  read(entry: QueueEntry): QueueItem | null;
  /** Writes the items' attempts. Items that another tab has removed stay removed. */
  update(items: readonly QueueItem[]): void;
  remove(entries: readonly QueueEntry[]): void;
  /** Marks `entries` as in flight until `until`. @returns the flight, for {@link endFlight}. */
  startFlight(entries: readonly QueueEntry[], until: Timestamp): string;
  endFlight(flight: string): void;
  /** When events can be sent: now if any wait, else when the next flight expires; Infinity if the store is empty. */
  nextDue(): Timestamp;
  /** Consecutive requests without a response, across all tabs and visits. */
  silences(): number;
  setSilences(count: number): void;
  /** Removes all entries of every tab. @returns the removed events. */
  clear(): QueueEntry[];
}

/** Common prefix of events, the count of silences and the lease lock. */
const EVERYTHING = "marquee_queue";
const ITEM_PREFIX = `${EVERYTHING}:`;
const FLIGHT_PREFIX = "marquee_flight:";
const SILENCES = `${EVERYTHING}_silences`;

interface QueueStoreOptions {
  store: LocalStore;
  tabId: string;
  now: () => Timestamp;
}

export function createQueueStore({ store, tabId, now }: QueueStoreOptions): QueueStore {
  let count = 0;

  const base36 = (value: number) => value.toString(36).padStart(9, "0");
  const write = (key: string, event: SegmentEvent, attempts: number) =>
    store.set(key, JSON.stringify({ event, attempts }));
  const removeKeys = (keys: readonly string[]) => keys.forEach(store.remove);
  /** Flights that have not expired. Removes the others, so that their events wait again. */
  const flights = () =>
    store.keys(FLIGHT_PREFIX).flatMap((key) => {
      const flight = parseObject(store.get(key));
      if (Number(flight?.until) > now() && Array.isArray(flight?.keys))
        return { until: Number(flight.until), keys: flight.keys };
      store.remove(key);
      return [];
    });
  const waiting = () => {
    const underWay = new Set(flights().flatMap(({ keys }) => keys));
    return store
      .keys(ITEM_PREFIX)
      .filter((key) => !underWay.has(key))
      .sort()
      .map(parseKey);
  };

  return {
    add(event, bytes) {
      count += 1;
      const parts = [base36(now()), base36(count), bytes, event.messageId];
      write(ITEM_PREFIX + parts.join("."), event, 0);
    },
    waiting,
    read(entry) {
      const value = parseObject(store.get(entry.key));
      if (isEvent(value?.event) && typeof value?.attempts === "number")
        return { ...entry, event: value.event, attempts: value.attempts };
      store.remove(entry.key);
      return null;
    },
    update(items) {
      for (const { key, event, attempts } of items) if (store.get(key)) write(key, event, attempts);
    },
    remove: (entries) => removeKeys(entries.map(({ key }) => key)),
    startFlight(entries, until) {
      count += 1;
      const flight = `${FLIGHT_PREFIX}${tabId}.${count}`;
      store.set(flight, JSON.stringify({ until, keys: entries.map(({ key }) => key) }));
      return flight;
    },
    endFlight: store.remove,
    nextDue: () => (waiting().length > 0 ? now() : Math.min(...flights().map(({ until }) => until))),
    silences: () => Number(store.get(SILENCES)) || 0,
    setSilences(silences) {
      if (silences > 0) store.set(SILENCES, String(silences));
      else store.remove(SILENCES);
    },
    clear() {
      const entries = store.keys(ITEM_PREFIX).map(parseKey);
      removeKeys([...store.keys(EVERYTHING), ...store.keys(FLIGHT_PREFIX)]);
      return entries;
    },
  };
}

function parseKey(key: string): QueueEntry {
  const [, , bytes, ...messageId] = key.split(".");
  return { key, messageId: messageId.join("."), bytes: Number(bytes) || 0 };
}

/** Whether a stored value is an event; visitors can edit their storage. */
function isEvent(value: unknown): value is SegmentEvent {
  const { messageId, type } = (value ?? {}) as Partial<SegmentEvent>;
  return Boolean(messageId && type);
}
