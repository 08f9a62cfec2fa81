import Type, { type Static } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { DONE, type RouteRows, response } from "../kernel/routeRow.ts";
import { LEAD_DESTINATIONS, type LeadDeliveryState, type LeadDestination } from "./deliveries.ts";
import { LEAD_STATUSES, type LeadStatus, MAX_LEAD_VALUE } from "./leadStatus.ts";
import { type CompanySize, LEAD_KINDS, type LeadKind, type LeadRecord } from "./leads.ts";

/** Kinds of events of a lead after it was sent. */
export const LEAD_ENTRY_KINDS = ["status", "value", "owner", "note", "meeting"] as const;
export type LeadEntryKind = (typeof LEAD_ENTRY_KINDS)[number];

/** Value of `owner` for leads without one. */
const NOBODY = "none";
const AccountId = Type.String({ pattern: `^(?:${NOBODY}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$` });
export const NO_LEAD_OWNER = NOBODY;

/** Query for leads. All filters must match. `before` is `next` of the previous page. */
export const LeadSearchSchema = Type.Object({
  /** `spam`: leads that look like spam, which are excluded otherwise. `unread`: leads that nobody on the team has opened. */
  show: Type.Optional(OneOf(["unread", "spam"])),
  status: Type.Optional(OneOf(LEAD_STATUSES)),
  kind: Type.Optional(OneOf(LEAD_KINDS)),
  /** ID of an account, or {@link NO_LEAD_OWNER}. */
  owner: Type.Optional(AccountId),
  /** Leads with a delivery in this state. */
  delivery: Type.Optional(OneOf(["pending", "delivered", "failed"])),
  /** Part of the name, email address, company or message. */
  text: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** When the form was sent, in milliseconds since the epoch: not before `from`, and before `to`. */
  from: Type.Optional(Type.Integer({ minimum: 0, maximum: 8.64e15 })),
  to: Type.Optional(Type.Integer({ minimum: 0, maximum: 8.64e15 })),
  before: Type.Optional(Type.String({ minLength: 1, maxLength: 80 })),
});
export type LeadSearch = Static<typeof LeadSearchSchema>;

/** One notification about a lead. Times are milliseconds since the epoch. */
export interface LeadDelivery {
  destination: LeadDestination;
  state: LeadDeliveryState;
  attempts: number;
  /** Time of the last attempt; null before the first. */
  attemptedAt: number | null;
  /** When a pending delivery is attempted next; null otherwise. */
  nextAt: number | null;
  /** Why the last attempt failed. */
  error: string | null;
}

/** One attempt of a delivery. */
export interface LeadDeliveryAttempt {
  destination: LeadDestination;
  /** Milliseconds since the epoch. */
  at: number;
  /** Why it failed; null if the destination accepted it. */
  error: string | null;
}

/** Source of a visitor. Unknown parts are empty. */
export interface Touch {
  source: string;
  campaign: string;
}

/** State of a lead, set by people and webhooks. */
export interface LeadState {
  status: LeadStatus;
  /** In the installation's currency; null if unknown. */
  value: number | null;
  owner: { id: string; email: string } | null;
}

/** A lead in the list. Times are milliseconds since the epoch. */
export interface LeadSummary extends LeadState {
  id: string;
  kind: LeadKind;
  name: string;
  email: string;
  /** May be empty. */
  company: string;
  companySize: CompanySize | null;
  createdAt: number;
  isUnread: boolean;
  /** Start of a meeting that is booked; null without one. */
  meetingAt: number | null;
  /** Source of the visitor's first visit, and of the visit before the form; null without consent, or if it is no longer stored. */
  firstTouch: Touch | null;
  lastTouch: Touch | null;
  deliveries: Pick<LeadDelivery, "destination" | "state">[];
}

export interface LeadsResponse {
  /** Newest first. */
  leads: LeadSummary[];
  next: string | null;
}

/** Leads that nobody on the team has opened, without spam. */
export interface UnreadLeadsResponse {
  unread: number;
}

/** An event of a lead after it was sent. */
export interface LeadEntry {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  /** Email address of an account; null for a webhook. */
  by: string | null;
  kind: LeadEntryKind;
  /** Values before and after; null for none. `after` is the text of a note. A value is an amount; of a meeting, `after` is ISO 8601 or `canceled`. */
  before: string | null;
  after: string | null;
  isDeleted: boolean;
}

export interface LeadMeeting {
  id: string;
  /** Milliseconds since the epoch. */
  startsAt: number;
  isCanceled: boolean;
}

export interface LeadResponse {
  lead: Omit<LeadRecord, "createdAt" | "isTest"> &
    LeadState & {
      createdAt: number;
      isSpam: boolean;
      company: string;
      isUnread: boolean;
      /** Whether the visitor consented to analytics and did not withdraw. */
      hasConsent: boolean;
      /** Increases with each change. */
      revision: number;
    };
  deliveries: LeadDelivery[];
  /** Attempts of all deliveries, newest first. */
  attempts: LeadDeliveryAttempt[];
  /** Newest first, deleted notes included. */
  entries: LeadEntry[];
  meetings: LeadMeeting[];
  /** Whether a new owner is notified by email. */
  isEmailConnected: boolean;
}

/** Body of `PUT /leads/:id`. Missing properties stay unchanged. */
export const LeadChangeSchema = Type.Object(
  {
    /** The revision that the change is based on. */
    revision: Type.Integer({ minimum: 1 }),
    status: Type.Optional(OneOf(LEAD_STATUSES)),
    value: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: MAX_LEAD_VALUE }), Type.Null()])),
    owner: Type.Optional(Type.Union([Type.String({ maxLength: 36 }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type LeadChange = Static<typeof LeadChangeSchema>;

export const LeadReadSchema = Type.Object({ isRead: Type.Boolean() }, { additionalProperties: false });

/** Longest note, in characters. */
export const MAX_LEAD_NOTE_LENGTH = 4000;
export const LeadNoteSchema = Type.Object(
  { text: Type.String({ minLength: 1, maxLength: MAX_LEAD_NOTE_LENGTH }) },
  { additionalProperties: false },
);
export const LeadNoteStateSchema = Type.Object(
  { isDeleted: Type.Boolean() },
  { additionalProperties: false },
);

/** Body of `POST /leads/:id/send-again`. */
export const SendAgainSchema = Type.Object({ destination: OneOf(LEAD_DESTINATIONS) });

export const LEADS_ROUTES = {
  "GET /leads": {
    access: "seePeople analytics",
    query: LeadSearchSchema,
    response: response<LeadsResponse>(),
  },
  "GET /leads/:id": { access: "seePeople analytics", response: response<LeadResponse>() },
  "GET /leads/unread": { access: "read analytics", response: response<UnreadLeadsResponse>() },
  "PUT /leads/:id": {
    access: "edit analytics",
    body: LeadChangeSchema,
    response: response<LeadResponse>(),
    invalidates: ["GET /leads", "GET /leads/unread"],
  },
  "PUT /leads/:id/read": {
    access: "edit analytics",
    body: LeadReadSchema,
    response: DONE,
    invalidates: ["GET /leads", "GET /leads/unread"],
  },
  "POST /leads/:id/notes": {
    access: "edit analytics",
    body: LeadNoteSchema,
    response: response<LeadResponse>(),
  },
  "PUT /leads/:id/notes/:note": {
    access: "edit analytics",
    body: LeadNoteStateSchema,
    response: response<LeadResponse>(),
  },
  "POST /leads/:id/send-again": {
    access: "edit analytics",
    body: SendAgainSchema,
    response: response<LeadResponse>(),
    invalidates: ["GET /leads"],
  },
} as const satisfies RouteRows;
