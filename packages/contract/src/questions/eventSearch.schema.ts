import Type, { type Static } from "typebox";
import type { ReceiptRow } from "../consent/consentReport.schema.ts";
import { Extend } from "../kernel/extend.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { BINARY, type RouteRows, response } from "../kernel/routeRow.ts";
import { FiltersQuerySchema, QueryScopeSchema } from "./query.schema.ts";
import type { ReplayMoment } from "./replayMoment.schema.ts";

const STRICT = { additionalProperties: false };
const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** `<experiment>/<variation>`, by key: visitors who saw the variation in the date range. */
export const Variation = Type.Optional(Type.String({ pattern: "^[^/]{1,100}/[^/]{1,100}$" }));

/** What only events can be filtered by. A value must match completely. */
export const EventFilterSchema = Type.Object({
  type: text(20),
  /** Part of an error's message in any case, or its fingerprint. Matches only errors that the Errors screen counts: not those of bots or known customers. */
  error: text(200),
  /** A visitor's anonymous ID or, for those who may see people, a user ID. */
  person: text(254),
  messageId: text(200),
  audience: text(40),
  /** Bot reason. */
  bot: text(200),
  kind: Type.Optional(OneOf(["people", "bots"])),
});
export type EventFilter = Static<typeof EventFilterSchema>;

/** What Events counts: events received in a date range that match all filters. */
export const EventCountsSchema = Extend([QueryScopeSchema, EventFilterSchema], {}, STRICT);
export type EventCounts = Static<typeof EventCountsSchema>;

/** The most events of a page. */
export const MAX_EVENTS = 1000;

/** Query for events received in a date range. `before` is `next` of the previous page. */
export const EventSearchSchema = Extend(
  [EventCountsSchema],
  { before: text(300), limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_EVENTS })) },
  STRICT,
);

/** One event in a list. */
export interface EventSummary {
  messageId: string;
  type: string;
  /** Name of a track event; empty for other types. */
  event: string;
  /** Host of the page, with the port if it is not the default one. */
  host: string;
  path: string;
  /** Texts, numbers, and yes or no, as text; long ones are truncated. */
  properties: Record<string, string>;
  /** The ID by which visitors are counted: the anonymous one, or the user's if the event has no other. */
  visitorId: string;
  /** Empty for events that have only a user ID. */
  anonymousId: string;
  country: string;
  source: string;
  browser: string;
  os: string;
  device: string;
  /** Milliseconds since the epoch. */
  receivedAt: number;
  isBot: boolean;
  /** The event in its session's replay; null if it was not recorded, not yet stored, or the account can't watch replays. */
  replay: ReplayMoment | null;
}

/** How often a call occurred: a track event by its name, any other by its type. */
export interface EventNameCount {
  type: string;
  event: string;
  count: number;
}

export interface EventNamesResponse {
  /** The most frequent first. */
  names: EventNameCount[];
}

export interface EventSeriesResponse {
  /** Events by hour or day, without future ones. */
  points: { start: number; count: number }[];
}

export interface PropertyCountsResponse {
  properties: {
    name: string;
    /** The most frequent values as text, the most frequent first. */
    values: { value: string; count: number }[];
  }[];
  /** Number of latest events that were counted, if there are more. */
  countedOnly: number | null;
}

export interface EventSearchResponse {
  /** Newest first. */
  events: EventSummary[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
}

export interface LiveResponse {
  /** Newest first. */
  events: EventSummary[];
}

/** One event with all its data. */
export interface EventResponse {
  /** The event in its session's replay; null if it was not recorded or the account can't watch replays. */
  replay: ReplayMoment | null;
  /** Columns of the event store by name. Times are milliseconds since the epoch. */
  fields: Record<string, string | number>;
  properties: unknown;
  traits: unknown;
  context: unknown;
  /** ID of the consent receipt that the event names in `context.consent.receiptId`. */
  receiptId: string | null;
  /** Null if the event names no receipt or no receipt with that ID is stored. */
  receipt: ReceiptRow | null;
}

export interface NamedCount {
  /** Empty if unknown. */
  name: string;
  visitors: number;
}

/** Visitors of the last five minutes. Bots, known customers and demo data are excluded. */
export interface CurrentVisitorsResponse {
  visitors: number;
  /** The page that each visitor viewed last, the visit's source and its country; the most frequent first. */
  pages: NamedCount[];
  sources: NamedCount[];
  countries: NamedCount[];
}

export const EVENT_SEARCH_ROUTES = {
  "POST /query/live": {
    access: "read analytics",
    body: FiltersQuerySchema,
    response: response<LiveResponse>(),
  },
  "GET /live/visitors": { access: "read analytics", response: response<CurrentVisitorsResponse>() },
  "GET /live/stream": { access: "read analytics", response: BINARY },
  "POST /query/events": {
    access: "read analytics",
    body: EventSearchSchema,
    response: response<EventSearchResponse>(),
  },
  "POST /query/events/series": {
    access: "read analytics",
    body: EventCountsSchema,
    response: response<EventSeriesResponse>(),
  },
  "POST /query/events/names": {
    access: "read analytics",
    body: EventCountsSchema,
    response: response<EventNamesResponse>(),
  },
  "POST /query/events/properties": {
    access: "read analytics",
    body: EventCountsSchema,
    response: response<PropertyCountsResponse>(),
  },
  "GET /events/:messageId": { access: "read analytics", response: response<EventResponse>() },
} as const satisfies RouteRows;
