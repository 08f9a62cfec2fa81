import Type, { type Static } from "typebox";
import type { LiveEvent } from "./accounts.ts";
import type { ReceiptRow } from "./consentReport.ts";

/** A span of time: instants in milliseconds since the epoch, `to` not included. */
export const DateRangeSchema = Type.Object({
  from: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
  to: Type.Integer({ minimum: 0, maximum: 8.64e15 }),
});

const text = (maxLength: number) => Type.Optional(Type.String({ minLength: 1, maxLength }));

/** Key of an experiment and of a variation, with a slash between them: visitors who saw it within the span. */
export const Variation = Type.Optional(Type.String({ pattern: "^[^/]{1,100}/[^/]{1,100}$" }));

/** What narrows a list of events. Texts without a further word compare whole, upper and lower case alike where people type them. */
export const EventFilterSchema = Type.Object({
  type: text(20),
  /** Part of a track call's name. */
  event: text(200),
  /** A complete path if it starts with a slash, otherwise part of one. */
  path: text(500),
  /** Part of an error's message, or its fingerprint: only what Errors counts, of people who are no customers. */
  error: text(200),
  /** A visitor's anonymous id, or a user id. */
  person: text(254),
  messageId: text(200),
  /** ISO 3166-1 code. */
  country: text(2),
  device: text(40),
  variation: Variation,
  audience: text(40),
  /** What gave a machine away. */
  bot: text(200),
  kind: Type.Optional(Type.Union([Type.Literal("people"), Type.Literal("machines")])),
});
export type EventFilter = Static<typeof EventFilterSchema>;

/** Events received within a span; `before` is the `next` of the answer before. */
export const EventSearchSchema = Type.Object({
  ...DateRangeSchema.properties,
  ...EventFilterSchema.properties,
  before: text(300),
});
export type EventSearch = Static<typeof EventSearchSchema>;

/** One event as the Events list shows it. */
export interface EventSummary extends LiveEvent {
  visitorId: string;
  country: string;
}

export interface EventSearchResponse {
  /** Newest first. */
  events: EventSummary[];
  /** Where the next page starts; null at the end. */
  next: string | null;
}

/** One event, whole. */
export interface EventResponse {
  /** Each column of the event store by its name; instants in milliseconds since the epoch. */
  fields: Record<string, string | number>;
  properties: unknown;
  traits: unknown;
  context: unknown;
  /** The receipt that the event names in `context.consent.receiptId`. */
  receiptId: string | null;
  /** Null where none is named, or none is kept under that id. */
  receipt: ReceiptRow | null;
}
