import {
  type EventAnswer,
  type EventSearch,
  type EventSearchAnswer,
  EventSearchSchema,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { readCursor, writeCursor } from "../http/cursor.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import { searchEvents } from "../storage/events/queries/searchEvents.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { checkSpan } from "../time/dateRange.ts";
import { readEvent } from "./readEvent.ts";

interface EventRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
}

const PAGE_SIZE = 50;

/** Search over stored events, and one of them whole with the receipt that it names. */
export function registerEventRoutes(scope: FastifyInstance, { eventStore, db }: EventRoutesOptions): void {
  scope.get<{ Querystring: EventSearch }>(
    "/events",
    { schema: { querystring: EventSearchSchema } },
    async ({ query: { from, to, before, ...filter } }): Promise<EventSearchAnswer> => {
      checkSpan({ from, to });
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
    },
  );

  scope.get<{ Params: { messageId: string } }>(
    "/events/:messageId",
    async ({ params }): Promise<EventAnswer> => readEvent(eventStore, db, params.messageId),
  );
}
