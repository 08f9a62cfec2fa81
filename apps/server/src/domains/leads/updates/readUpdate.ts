import {
  isEmailAddress,
  isLeadValue,
  LEAD_STATUSES,
  type LeadStatus,
  MAX_LEAD_VALUE,
  type Timestamp,
} from "@marquee/contract";
import Type from "typebox";
import { Compile } from "typebox/compile";

/** A lead by its own ID, the ID of its form, or the sender's email address. */
export interface LeadReference {
  id?: string;
  submissionId?: string;
  email?: string;
}

export interface MeetingUpdate {
  id: string;
  startsAt: Timestamp;
  isCanceled: boolean;
}

/** What a CRM or scheduler reports about a lead. */
export interface LeadUpdate {
  lead: LeadReference;
  /** By the sender's clock. Updates older than the stored data change nothing. */
  occurredAt: Timestamp;
  status?: LeadStatus;
  value?: number | null;
  meetings: MeetingUpdate[];
}

export type ReadUpdate =
  | { outcome: "update"; update: LeadUpdate }
  /** A kind of message that needs no handling, such as a ping. */
  | { outcome: "ignored" }
  | { outcome: "invalid"; problem: string };

const UUID = "^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$";
const Instant = Type.String({
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d{1,9})?)?(?:Z|[+-]\\d\\d:\\d\\d)$",
});
const MeetingId = Type.String({ minLength: 1, maxLength: 200 });

const UpdateSchema = Type.Object({
  occurredAt: Instant,
  lead: Type.Object({
    id: Type.Optional(Type.String({ pattern: UUID })),
    submissionId: Type.Optional(Type.String({ pattern: UUID })),
    email: Type.Optional(Type.String({ maxLength: 254 })),
  }),
  status: Type.Optional(Type.Union(LEAD_STATUSES.map((status) => Type.Literal(status)))),
  value: Type.Optional(Type.Union([Type.Number({ minimum: 0, maximum: MAX_LEAD_VALUE }), Type.Null()])),
  meeting: Type.Optional(
    Type.Object({
      id: MeetingId,
      startsAt: Instant,
      status: Type.Union([Type.Literal("booked"), Type.Literal("canceled")]),
    }),
  ),
});

/** https://cal.com/docs/developing/guides/automation/webhooks */
const CalSchema = Type.Object({
  triggerEvent: Type.String({ maxLength: 100 }),
  createdAt: Instant,
  payload: Type.Object({
    uid: MeetingId,
    startTime: Instant,
    rescheduleUid: Type.Optional(Type.Union([Type.String({ maxLength: 200 }), Type.Null()])),
    attendees: Type.Optional(Type.Array(Type.Object({ email: Type.String({ maxLength: 320 }) }))),
    metadata: Type.Optional(Type.Union([Type.Object({ lead: Type.Optional(Type.Unknown()) }), Type.Null()])),
  }),
});

const updates = Compile(UpdateSchema);
const bookings = Compile(CalSchema);
const uuid = Compile(Type.String({ pattern: UUID }));

const INVALID = {
  outcome: "invalid",
  problem:
    "Send { occurredAt, lead: { id, submissionId or email }, and status, value or meeting: { id, startsAt, status } }; times as in ISO 8601 with an offset.",
} as const;

/** An update in the format of docs/connections.md. */
export function readUpdate(body: unknown): ReadUpdate {
  if (!updates.Check(body)) return INVALID;
  const { occurredAt, lead, status, value, meeting } = body;
  const isAnything = status !== undefined || value !== undefined || meeting !== undefined;
  if (!isAnything || !(lead.id ?? lead.submissionId ?? lead.email)) return INVALID;
  if (value !== undefined && value !== null && !isLeadValue(value))
    return { outcome: "invalid", problem: "`value` can have at most two decimals." };
  const meetings = meeting
    ? [{ id: meeting.id, startsAt: Date.parse(meeting.startsAt), isCanceled: meeting.status === "canceled" }]
    : [];
  const update = {
    lead,
    meetings,
    occurredAt: Date.parse(occurredAt),
    ...(status !== undefined && { status }),
    ...(value !== undefined && { value }),
  };
  return hasTimes(update) ? { outcome: "update", update } : INVALID;
}

const BOOKED = ["BOOKING_CREATED", "BOOKING_RESCHEDULED"];
const CANCELED = ["BOOKING_CANCELLED", "BOOKING_REJECTED"];

/** A message of Cal.com's webhooks. A moved booking has a new ID, and cancels the one it replaces. */
export function readCalUpdate(body: unknown): ReadUpdate {
  const trigger =
    typeof body === "object" && body !== null && "triggerEvent" in body ? body.triggerEvent : "";
  if (![...BOOKED, ...CANCELED].includes(String(trigger))) return { outcome: "ignored" };
  if (!bookings.Check(body))
    return {
      outcome: "invalid",
      problem: "Send the payload of Cal.com unchanged, without a custom template.",
    };
  const { createdAt, payload } = body;
  const { uid, rescheduleUid, attendees = [], metadata } = payload;
  const startsAt = Date.parse(payload.startTime);
  const email = attendees[0]?.email ?? "";
  const reference = metadata?.lead;
  const lead = {
    ...(uuid.Check(reference) && { submissionId: reference }),
    ...(isEmailAddress(email) && { email }),
  };
  const isMoved = trigger === "BOOKING_RESCHEDULED" && rescheduleUid && rescheduleUid !== uid;
  const update = {
    lead,
    occurredAt: Date.parse(createdAt),
    meetings: [
      ...(isMoved ? [{ id: rescheduleUid, startsAt, isCanceled: true }] : []),
      { id: uid, startsAt, isCanceled: CANCELED.includes(String(trigger)) },
    ],
  };
  return hasTimes(update)
    ? { outcome: "update", update }
    : { outcome: "invalid", problem: "`createdAt` or `startTime` is not a time." };
}

/** Whether all times exist; a pattern also matches February 30. */
function hasTimes({ occurredAt, meetings }: LeadUpdate): boolean {
  return [occurredAt, ...meetings.map(({ startsAt }) => startsAt)].every((at) => Number.isFinite(at));
}
