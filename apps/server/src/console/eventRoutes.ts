import type { FastifyInstance } from "fastify";
import { addRoute } from "../http/consoleRoute.ts";
import { readCursor, writeCursor } from "../http/cursor.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import { searchEvents } from "../storage/events/queries/searchEvents.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { validateDateRange } from "../time/dateRange.ts";
import { readEvent } from "./readEvent.ts";

interface EventRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
}

const PAGE_SIZE = 50;

/** Search over stored events, and one of them whole with the receipt that it names. */
export function eventRoutes({ eventStore, db }: EventRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /events", async ({ query: { from, to, before, ...filter } }) => {
      validateDateRange({ from, to });
      const place = readCursor(before);
      const events = await searchEvents(eventStore, {
        from,
        to,
        filter,
        before: place && { receivedAt: place.at, messageId: place.id },
        limit: PAGE_SIZE,
      });
      const last = events.length === PAGE_SIZE ? events.at(-1) : undefined;
      return { events, next: last ? writeCursor({ at: last.receivedAt, id: last.messageId }) : null };
    });

    addRoute(scope, "GET /events/:messageId", async ({ params }) =>
      readEvent(eventStore, db, params.messageId),
    );
  };
}
