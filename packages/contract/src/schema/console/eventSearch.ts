import Type, { type Static } from "typebox";
import type { LiveEvent } from "./accounts.ts";
import type { ReceiptRow } from "./consentReport.ts";
import type { ReplayMoment } from "./replayMoment.ts";

/** A date range: `from` (inclusive) and `to` (exclusive) in milliseconds since the epoch. */
export const DateRangeSchema = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  to: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
});

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** `<experiment>/<variation>`, by key: visitors who saw the variation in the date range. */
export const Variation = Type.Optional(Type.String({ pattern: "^[^/]{1,100}/[^/]{1,100}$" }));

/** Filter for a list of events. Unless noted, a value must match completely. Partial matches and country codes ignore case. */
export const EventFilterSchema = Type.Object({
  type: text(20),
  /** Part of a track event's name. */
  event: text(200),
  /** A complete path if it starts with a slash, otherwise part of one. */
  path: text(500),
  /** Part of an error's message, or its fingerprint. Matches only errors that the Errors screen counts: not those of bots or known customers. */
  error: text(200),
  /** A visitor's anonymous ID or a user ID. */
  person: text(254),
  messageId: text(200),
  /** ISO 3166-1 code. */
  country: text(2),
  device: text(40),
  variation: Variation,
  audience: text(40),
  /** Bot reason. */
  bot: text(200),
  kind: Type.Optional(Type.Union([Type.Literal("people"), Type.Literal("bots")])),
});
export type EventFilter = Static<typeof EventFilterSchema>;

/** Query for events received in a date range. `before` is `next` of the previous page. */
export const EventSearchSchema = Type.Object({
  ...DateRangeSchema.properties,
  ...EventFilterSchema.properties,
  before: text(300),
});

/** One event in the Events list. */
export interface EventSummary extends LiveEvent {
  visitorId: string;
  country: string;
}

export interface EventSearchResponse {
  /** Newest first. */
  events: EventSummary[];
  /** Cursor of the next page; null on the last page. */
  next: string | null;
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
