import Type, { type Static } from "typebox";
import type { DeletionState } from "../consent/consentReport.schema.ts";
import { OneOf } from "../kernel/oneOf.ts";
import { BINARY, DONE, type RouteRows, response } from "../kernel/routeRow.ts";

/** The longest ID that the ingest pipeline accepts, in characters. */
const MAX_ID_LENGTH = 1024;
const PersonId = Type.String({ minLength: 1, maxLength: MAX_ID_LENGTH });

/** Scope of a request: all data of the same person, or only data stored under the name in the request. */
const Scope = OneOf(["person", "name"]);
export type RequestScope = Static<typeof Scope>;

/**
 * Identifies a person by an anonymous ID, a user ID, an email address, a lead's ID, or the ID of a person in {@link PersonResponse.sharedBy}.
 * `scope` defaults to `person`.
 */
export const PersonQuerySchema = Type.Object({ id: PersonId, scope: Type.Optional(Scope) });

/** `confirmation` repeats `id`, typed by the requesting user. */
export const DeletionSchema = Type.Object(
  {
    id: PersonId,
    scope: Type.Optional(Scope),
    confirmation: Type.String({ maxLength: MAX_ID_LENGTH }),
    withLeads: Type.Boolean(),
  },
  { additionalProperties: false },
);

/** Data stored about one person. */
export interface PersonResponse {
  /** Names linked to the requested one, itself included; empty lists if it is linked to nothing, or if `scope` is `name`. */
  names: {
    /** `people` is the number of people who were identified on the browser. */
    browsers: { id: string; people: number }[];
    userIds: string[];
    emails: string[];
    /** Number of email addresses whose text no stored event or lead has anymore. */
    hiddenEmails: number;
    leadIds: string[];
  };
  /**
   * Up to 20 of the people who used the browser with the requested anonymous ID, if it was several; then only data stored under the ID is counted.
   * `id` can be looked up; the numbers count names.
   */
  sharedBy: { id: string; userIds: number; emails: number; leads: number }[];
  sharedByCount: number;
  /**
   * Whether the name is linked to more names than one person has, for example due to tests or forged events; they are
   * excluded.
   */
  hasTooManyNames: boolean;
  events: number;
  rejectedEvents: number;
  sessions: number;
  receipts: number;
  leads: number;
  /** Number of recordings, one per recorded document. */
  recordings: number;
  /** Clicks and scrolled page views stored for heatmaps. */
  interactions: number;
  /** Lines sent by Datadog's browser client. */
  monitoring: number;
  /** First and last event, in milliseconds since the epoch; null without events. */
  firstSeen: number | null;
  lastSeen: number | null;
  /** The latest requested deletion, by staff or the visitor. */
  deletion: DeletionState | null;
}

export interface AuditEntry {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  action: "export" | "delete" | "withdrawal";
  /** Email address of the requesting account; null for a visitor. */
  actor: string | null;
  /** ID or email address of the person concerned; null once that person's data is deleted. */
  subject: string | null;
  /** Start of its keyed hash, which is kept to distinguish requests. Null while the ID exists. */
  reference: string | null;
  /** Null for an export. */
  deletion: DeletionState | null;
}

/** Filter for privacy requests. `by` defaults to `staff`. `before` is `next` of the previous page. */
export const AuditQuerySchema = Type.Object({
  by: Type.Optional(OneOf(["staff", "visitors"])),
  /** Applies to staff requests only. */
  action: Type.Optional(OneOf(["export", "delete"])),
  /** Part of the person's ID or email address, or of the requester's email address. The whole ID or address if the person's data is deleted. */
  text: Type.Optional(Type.String({ maxLength: MAX_ID_LENGTH })),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type AuditQuery = Static<typeof AuditQuerySchema>;

export interface AuditResponse {
  /** Newest first. */
  entries: AuditEntry[];
  next: string | null;
  /** Number of requests that match `text`, regardless of `action`. */
  counts: { staff: number; visitors: number };
}

/** State of the removal of deleted data from the stores' files. Times are milliseconds since the epoch. */
export interface ErasureState {
  /** Time of the last removal; null if never. */
  lastAt: number | null;
  /** Deletions that wait for it. */
  waiting: number;
  /** Latest start; null if none waits. */
  nextAt: number | null;
  /** Since when it runs on this instance; null if it does not. */
  runningSince: number | null;
}

export interface PrivacyResponse {
  erasure: ErasureState;
  /** Number of days that events are kept; null if forever. */
  retentionDays: number | null;
  /** Number of days that recordings, clicks and RUM data are kept, never longer than events; null if forever. */
  recordedDays: number | null;
  /** The same for records that no event store has. */
  recordDays: { leads: number | null; receipts: number | null; changes: number | null };
}

export const PRIVACY_REQUESTS_ROUTES = {
  "GET /privacy-requests": { access: "read privacy", response: response<PrivacyResponse>() },
  "GET /privacy-requests/audit": {
    access: "seePeople privacy",
    query: AuditQuerySchema,
    response: response<AuditResponse>(),
  },
  "GET /privacy-requests/person": {
    access: "seePeople privacy",
    query: PersonQuerySchema,
    response: response<PersonResponse>(),
  },
  "POST /privacy-requests/export": {
    access: "edit privacy",
    isProven: true,
    body: PersonQuerySchema,
    response: BINARY,
    invalidates: ["GET /privacy-requests*"],
  },
  "POST /privacy-requests/deletion": {
    access: "edit privacy",
    isProven: true,
    body: DeletionSchema,
    response: DONE,
    invalidates: ["GET /privacy-requests*"],
  },
} as const satisfies RouteRows;
