import type { SegmentEvent, Timestamp } from "@marquee/contract";
import { type LocalStore, parseObject } from "../browser/localStore.ts";

/** An event's position, and what is known without reading it. */
export interface QueueEntry {
  /** Its storage key; sorts by the time it was added. */
  key: string;
  messageId: string;
  /** UTF-8 length of the event as JSON. */
  bytes: number;
}

/** An event that waits to be sent. */
export interface QueueItem extends QueueEntry {
  event: SegmentEvent;
  /** Requests that carried it and failed. */
  attempts: number;
}

/**
 * Events at rest. Each has a storage entry of its own, so tabs that add at the same moment never overwrite one another, and stays
 * there until it is answered. A flight is a note of which of them are under way, until when; other tabs leave those alone.
 */
export interface QueueStore {
  add(event: SegmentEvent, bytes: number): void;
  /** Events that are not in flight in any tab, oldest first. */
  waiting(): QueueEntry[];
  /** @returns null, with the entry removed, for what is not ours. */
  read(entry: QueueEntry): QueueItem | null;
  /** Writes the items' attempts; those that are gone, settled or cleared by another tab, stay gone. */
  update(items: readonly QueueItem[]): void;
  remove(entries: readonly QueueEntry[]): void;
  /** Notes that this tab is sending `entries` and has an answer before `until`. @returns what {@link endFlight} takes. */
  startFlight(entries: readonly QueueEntry[], until: Timestamp): string;
  endFlight(flight: string): void;
  /** When there is something to send: now, or when the next flight ends without an answer; Infinity when the store is empty. */
  nextDue(): Timestamp;
  /** Requests in a row that nobody answered, of all tabs and visits. */
  silences(): number;
  setSilences(count: number): void;
  /** Removes everything of every tab. @returns what was there. */
  clear(): QueueEntry[];
}

/** Events, silences and the makeshift lock. */
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
  /** Flights that may still be answered; the others are forgotten, and with that their events wait again. */
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

/** Storage belongs to the visitor: what does not parse as ours is left out. */
function isEvent(value: unknown): value is SegmentEvent {
  const { messageId, type } = (value ?? {}) as Partial<SegmentEvent>;
  return Boolean(messageId && type);
}
