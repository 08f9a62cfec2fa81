import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import type { LiveEvent } from "@marquee/contract/schema";
import type { Logger } from "pino";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryRecentEvents } from "../storage/events/queries/recentEvents.ts";

/** Events as they arrive in the event store, from whichever instance. Asks the store only while somebody listens. */
export interface LiveFeed {
  /** Calls back with new events, oldest first. @returns the cleanup. */
  subscribe(listener: (events: LiveEvent[]) => void): () => void;
  stop(): void;
}

interface LiveFeedOptions {
  store: Pick<EventStore, "query">;
  now: () => Timestamp;
  log: Logger;
}

const INTERVAL: Milliseconds = ONE_SECOND;
/** Events reach the store late and out of order; events that were sent already are not sent again. */
const OVERLAP: Milliseconds = 30 * ONE_SECOND;
const LIMIT = 200;

export function createLiveFeed({ store, now, log }: LiveFeedOptions): LiveFeed {
  const listeners = new Set<(events: LiveEvent[]) => void>();
  let told = new Map<string, Timestamp>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let startedAt: Timestamp = 0;
  /** Clients that join during a query are served by the same loop; a second loop would never end. */
  let isLooking = false;

  async function look(): Promise<void> {
    isLooking = true;
    try {
      const after = Math.max(startedAt, now() - OVERLAP);
      const events = await queryRecentEvents(store, { after, limit: LIMIT });
      const fresh = events.filter(({ messageId }) => !told.has(messageId)).reverse();
      told = new Map(events.map(({ messageId, receivedAt }) => [messageId, receivedAt]));
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
