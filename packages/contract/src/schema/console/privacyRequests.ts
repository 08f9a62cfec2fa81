import Type, { type Static } from "typebox";
import type { DeletionState } from "./consentReport.ts";

/** As long as the intake takes ids. */
const MAX_ID_LENGTH = 1024;
const PersonId = Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH });

/** Whose data: an anonymous id, a user id, or an e-mail address. */
export const PersonQuerySchema = Type.Object({ id: PersonId });
export type PersonQuery = Static<typeof PersonQuerySchema>;

/** `confirmation` repeats `id`, typed by the person who asks. */
export const DeletionSchema = Type.Object(
  { id: PersonId, confirmation: Type.String({ maxLength: MAX_ID_LENGTH }), withLeads: Type.Boolean() },
  { additionalProperties: false },
);
export type DeletionRequest = Static<typeof DeletionSchema>;

/** Data stored about one person. */
export interface PersonResponse {
  /** Every id under which rows were found, the asked one included. */
  ids: string[];
  events: number;
  rejectedEvents: number;
  sessions: number;
  receipts: number;
  leads: number;
  /** Recordings of documents. */
  recordings: number;
  /** Clicks and scrolled page views of heatmaps. */
  interactions: number;
  /** Lines that Datadog's client sent. */
  monitoring: number;
  /** First and last event, in milliseconds since the epoch; null without events. */
  firstSeen: number | null;
  lastSeen: number | null;
  /** The latest deletion that was asked for, by whomever. */
  deletion: DeletionState | null;
}

export interface AuditEntry {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  action: "export" | "delete" | "withdrawal";
  /** E-mail address of the account that asked; null for the visitor. */
  actor: string | null;
  /** Whose data. */
  subject: string;
  /** Null for an export. */
  deletion: DeletionState | null;
}

/** Which requests for data; those of staff unless it says otherwise. `before` is the `next` of the answer before. */
export const AuditQuerySchema = Type.Object({
  by: Type.Optional(Type.Union([Type.Literal("staff"), Type.Literal("visitors")])),
  /** Of staff; visitors only withdraw. */
  action: Type.Optional(Type.Union([Type.Literal("export"), Type.Literal("delete")])),
  /** Part of an id, an address or the e-mail address of who asked. */
  text: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type AuditQuery = Static<typeof AuditQuerySchema>;

export interface AuditResponse {
  /** Newest first. */
  entries: AuditEntry[];
  next: string | null;
  /** How many requests have the text, whatever the action. */
  counts: { staff: number; visitors: number };
}

export interface PrivacyResponse {
  /** Days that events are kept, or null for ever. */
  retentionDays: number | null;
  /** Days that recordings, clicks and monitoring are kept, never longer than events; null for ever. */
  recordedDays: number | null;
}
