import type { EventCounts, EventResponse } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { readCursor, writeCursor } from "../../../platform/http/cursor.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryEventById } from "../../../platform/storage/events/queries/storedEvent.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { bucketStarts, fillGaps } from "../../../platform/time/timeSeries.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { maySeePeople } from "../../accounts/requireRole.ts";
import { findReceipt, type ReceiptStores } from "../../consent/console/receipts.ts";
import type { Identities } from "../../people/identities/startIdentities.ts";
import type { Questions, ScreenScope } from "../../questions/createQuestions.ts";
import { withReplays } from "../../replay/findReplays.ts";
import type { SessionMoment } from "../../replay/queries/sessionMoment.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import type { EventConditions } from "../queries/eventConditions.ts";
import { queryEventNames } from "../queries/eventNames.ts";
import { queryEventProperties } from "../queries/eventProperties.ts";
import { queryEventSeries } from "../queries/eventSeries.ts";
import { searchEvents } from "../queries/searchEvents.ts";

interface EventRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
  replayIds: Pick<ReplayIds, "write">;
  identities: Pick<Identities, "hashEmail">;
  questions: Pick<Questions, "scope">;
}

const PAGE_SIZE = 50;

/** Event search with the counts for its filters, and a single event in full with its consent receipt. */
export function eventRoutes(options: EventRoutesOptions) {
  const { eventStore, db, identities, questions } = options;
  /** The conditions of a list or count. @throws {ApiError} bad_request for an invalid date range or filters. */
  const readConditions = async (
    query: EventCounts,
    request: Pick<FastifyRequest, "account">,
  ): Promise<EventConditions & ScreenScope> => {
    const { site_id, date_range, filters, ...filter } = query;
    const screenScope = await questions.scope(query, { account: request.account?.id });
    return { ...screenScope, filter, seesPeople: maySeePeople(request) };
  };

  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/events", async (request) => {
      const { before, limit = PAGE_SIZE, ...conditions } = request.body;
      const place = readCursor(before);
      const matchingEvents = await searchEvents(eventStore, {
        ...(await readConditions(conditions, request)),
        before: place && { receivedAt: place.at, messageId: place.id },
        limit,
      });
      const events = await withReplays(options, request, matchingEvents);
      const last = events.length === limit ? events.at(-1) : undefined;
      return { events, next: last ? writeCursor({ at: last.receivedAt, id: last.messageId }) : null };
    });

    addRoute(scope, "POST /query/events/series", async (request) => {
      const conditions = await readConditions(request.body, request);
      const points = await queryEventSeries(eventStore, conditions);
      return { points: fillGaps(bucketStarts(conditions), points, { count: 0 }) };
    });

    addRoute(scope, "POST /query/events/names", async (request) => ({
      names: await queryEventNames(eventStore, await readConditions(request.body, request)),
    }));

    addRoute(scope, "POST /query/events/properties", async (request) =>
      queryEventProperties(eventStore, await readConditions(request.body, request)),
    );

    addRoute(scope, "GET /events/:messageId", async (request) => {
      const { moment, ...event } = await readEvent(
        { eventStore, db, hashEmail: identities.hashEmail },
        request.params.messageId,
      );
      const [{ replay } = { replay: null }] = await withReplays(options, request, [{ moment }]);
      return { ...event, replay };
    });
  };
}

/** A single event in full, with the consent receipt that its context names. @throws {ApiError} not_found */
async function readEvent(
  stores: ReceiptStores & { eventStore: EventStore },
  messageId: string,
): Promise<Omit<EventResponse, "replay"> & { moment: SessionMoment }> {
  const row = await queryEventById(stores.eventStore, messageId);
  if (!row) {
    throw new ApiError(
      "not_found",
      "No event has this message ID. It may have been deleted with its visitor, or not stored yet.",
    );
  }
  const { properties, traits, context, ...fields } = row;
  const parsedContext = parse(context);
  const receiptId = receiptIdIn(parsedContext);
  return {
    moment: {
      sessionId: Number(row.session_id),
      visitorId: String(row.visitor_id),
      at: Number(row.timestamp),
    },
    fields,
    properties: parse(properties),
    traits: parse(traits),
    context: parsedContext,
    receiptId,
    receipt: receiptId === null ? null : await findReceipt(stores, receiptId),
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
