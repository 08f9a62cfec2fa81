import type { SegmentEvent, Timestamp } from "@marquee/contract";
import type { LocalStore } from "../browser/localStore.ts";

/** An event that waits to be sent. */
export interface QueueItem {
  /** Where it lies; sorts by the time it was added. */
  key: string;
  event: SegmentEvent;
  /** Requests that carried it and failed. */
  attempts: number;
}

/**
 * Events at rest. Each has a storage entry of its own, so tabs that add at the same moment never overwrite one another.
 * What a flush has taken lies in one entry per tab, its flight, until the answer is here.
 */
export interface QueueStore {
  add(event: SegmentEvent): void;
  /** Waiting items, oldest first. */
  list(): QueueItem[];
  /** Takes items out of the queue for good; {@link putBack} undoes it. */
  take(items: readonly QueueItem[]): void;
  putBack(items: readonly QueueItem[]): void;
  /** Notes that this tab is sending `items` and expects an answer before `until`; null once it is there. */
  setFlight(items: readonly QueueItem[] | null, until: Timestamp): void;
  /** Puts back what tabs took that ended before their answer came. */
  reclaimFlights(): void;
  /** Removes everything of every tab. */
  clear(): void;
}

const ITEM_PREFIX = "marquee_queue:";
const FLIGHT_PREFIX = "marquee_flight:";

interface QueueStoreOptions {
  store: LocalStore;
  tabId: string;
  now: () => Timestamp;
}

export function createQueueStore({ store, tabId, now }: QueueStoreOptions): QueueStore {
  let added = 0;

  const write = ({ key, event, attempts }: QueueItem) => store.set(key, JSON.stringify({ event, attempts }));
  const list = () =>
    store
      .keys(ITEM_PREFIX)
      .sort()
      .flatMap((key) => {
        const item = parseItem(key, store.get(key));
        if (!item) store.remove(key);
        return item ?? [];
      });

  return {
    add(event) {
      added += 1;
      const order = `${now().toString(36).padStart(9, "0")}.${added.toString(36).padStart(6, "0")}`;
      write({ key: `${ITEM_PREFIX}${order}.${event.messageId}`, event, attempts: 0 });
    },
    list,
    take(items) {
      for (const { key } of items) store.remove(key);
    },
    putBack: (items) => items.forEach(write),
    setFlight(items, until) {
      if (items) store.set(FLIGHT_PREFIX + tabId, JSON.stringify({ until, items }));
      else store.remove(FLIGHT_PREFIX + tabId);
    },
    reclaimFlights() {
      for (const key of store.keys(FLIGHT_PREFIX)) {
        const flight = parseFlight(store.get(key));
        if (flight && flight.until > now()) continue;
        flight?.items.forEach(write);
        store.remove(key);
      }
    },
    clear() {
      for (const key of [...store.keys(ITEM_PREFIX), ...store.keys(FLIGHT_PREFIX)]) store.remove(key);
    },
  };
}

/** Storage belongs to the visitor: what does not parse as ours is left out. */
function parseItem(key: string, text: string | null): QueueItem | null {
  const value = parseObject(text);
  return value && isEvent(value.event) && typeof value.attempts === "number"
    ? { key, event: value.event, attempts: value.attempts }
    : null;
}

function parseFlight(text: string | null): { until: Timestamp; items: QueueItem[] } | null {
  const value = parseObject(text);
  if (!value || typeof value.until !== "number" || !Array.isArray(value.items)) return null;
  const items = value.items.filter((item: Partial<QueueItem> | null): item is QueueItem => {
    return isEvent(item?.event) && typeof item?.attempts === "number" && !!item.key?.startsWith(ITEM_PREFIX);
  });
  return { until: value.until, items };
}

function isEvent(value: unknown): value is SegmentEvent {
  return typeof value === "object" && value !== null && "messageId" in value && "type" in value;
}

function parseObject(text: string | null): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
