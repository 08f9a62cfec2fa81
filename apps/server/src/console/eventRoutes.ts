import type { EventResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../errors/apiError.ts";
import { addRoute } from "../http/consoleRoute.ts";
import { readCursor, writeCursor } from "../http/cursor.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import type { SessionMoment } from "../storage/events/queries/replays/sessionMoment.ts";
import { searchEvents } from "../storage/events/queries/searchEvents.ts";
import { queryEventById } from "../storage/events/queries/storedEvent.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { validateDateRange } from "../time/dateRange.ts";
import { findReceipt } from "./consent/receipts.ts";
import { withReplays } from "./replays/findReplays.ts";

interface EventRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
}

const PAGE_SIZE = 50;

/** Event search, and a single event in full with its consent receipt. */
export function eventRoutes({ eventStore, db }: EventRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /events", async (request) => {
      const { from, to, before, ...filter } = request.query;
      validateDateRange({ from, to });
      const place = readCursor(before);
      const found = await searchEvents(eventStore, {
        from,
        to,
        filter,
        before: place && { receivedAt: place.at, messageId: place.id },
        limit: PAGE_SIZE,
      });
      const events = await withReplays({ eventStore, db }, request, found);
      const last = events.length === PAGE_SIZE ? events.at(-1) : undefined;
      return { events, next: last ? writeCursor({ at: last.receivedAt, id: last.messageId }) : null };
    });

    addRoute(scope, "GET /events/:messageId", async (request) => {
      const { moment, ...event } = await readEvent(eventStore, db, request.params.messageId);
      const [{ replay } = { replay: null }] = await withReplays({ eventStore, db }, request, [{ moment }]);
      return { ...event, replay };
    });
  };
}

/** A single event in full, with the consent receipt that its context names. @throws {ApiError} not_found */
async function readEvent(
  store: EventStore,
  db: RecordsDatabase,
  messageId: string,
): Promise<Omit<EventResponse, "replay"> & { moment: SessionMoment }> {
  const row = await queryEventById(store, messageId);
  if (!row) {
    throw new ApiError(
      "not_found",
      "No event has this message ID. It may have been deleted with its visitor, or not stored yet.",
    );
  }
  const { properties, traits, context, ...fields } = row;
  const known = parse(context);
  const receiptId = receiptIdIn(known);
  return {
    moment: {
      sessionId: Number(row.session_id),
      visitorId: String(row.visitor_id),
      at: Number(row.original_timestamp),
    },
    fields,
    properties: parse(properties),
    traits: parse(traits),
    context: known,
    receiptId,
    receipt: receiptId === null ? null : await findReceipt(db, receiptId),
  };
}

/** Parses a stored JSON column. Returns the raw text if it is not valid JSON. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return json;
  }
}

function receiptIdIn(context: unknown): string | null {
  const consent = valueAt(context, "consent");
  const id = valueAt(consent, "receiptId");
  return typeof id === "string" ? id : null;
}

function valueAt(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[key] : undefined;
}
