import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { StoredEventSummary } from "../queries/eventSummary.ts";
import { queryRecentEvents } from "../queries/recentEvents.ts";

/** New events in the event store, from all instances. Polls the store only while there are listeners. */
export interface LiveFeed {
  /** Calls `listener` with new events, oldest first. @returns a function that unsubscribes. */
  subscribe(listener: (events: EventSummary[]) => void): () => void;
  stop(): void;
}

interface LiveFeedOptions {
  store: Pick<EventStore, "query">;
  now: () => Timestamp;
  log: Logger;
}

const INTERVAL: Milliseconds = ONE_SECOND;
/** Each query looks back this far, because events reach the store late and out of order. Sent events are not repeated. */
const OVERLAP: Milliseconds = 30 * ONE_SECOND;
const LIMIT = 200;

export function createLiveFeed({ store, now, log }: LiveFeedOptions): LiveFeed {
  const listeners = new Set<(events: EventSummary[]) => void>();
  let sent = new Map<string, Timestamp>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt: Timestamp = 0;
  /** True during a query. Clients that join then share its loop; a second loop would never end. */
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    try {
      const after = Math.max(startedAt, now() - OVERLAP);
      const events = (await queryRecentEvents(store, { after, limit: LIMIT })).map(toLiveEvent);
      const fresh = events.filter(({ messageId }) => !sent.has(messageId)).reverse();
      sent = new Map(events.map(({ messageId, receivedAt }) => [messageId, receivedAt]));
      if (fresh.length > 0) for (const listener of listeners) listener(fresh);
    } catch (error) {
      log.warn({ err: error }, "The live feed could not query the event store.");
    }
    isLooking = false;
    if (listeners.size > 0) timer = setTimeout(look, INTERVAL);
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) {
        startedAt = now() - 5 * ONE_SECOND;
        if (!isLooking) timer = setTimeout(look, 0);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) clearTimeout(timer);
      };
    },
    stop() {
      clearTimeout(timer);
      listeners.clear();
    },
  };
}

/** A recording arrives later than its events, so a new event has no replay yet. */
function toLiveEvent({ moment: _moment, ...event }: StoredEventSummary): EventSummary {
  return { ...event, replay: null };
}
