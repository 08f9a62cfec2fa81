import Type, { type Static } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";

const STRICT = { additionalProperties: false };

export const MAX_REPORT_RECIPIENTS = 20;

export const SCHEDULE_FREQUENCIES = ["daily", "weekly", "monthly"] as const;

export type ScheduleFrequency = (typeof SCHEDULE_FREQUENCIES)[number];

/** When a report is sent, in the site's time zone, and to whom. */
export const ScheduleSchema = Type.Object(
  {
    frequency: OneOf(SCHEDULE_FREQUENCIES),
    hour: Type.Integer({ minimum: 0, maximum: 23 }),
    /** Weekday of weekly schedules, as in ISO 8601: Monday is 1. */
    weekday: Type.Integer({ minimum: 1, maximum: 7 }),
    /** Day of monthly schedules. Shorter months send on their last day. */
    day: Type.Integer({ minimum: 1, maximum: 31 }),
    recipients: Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
      minItems: 1,
      maxItems: MAX_REPORT_RECIPIENTS,
      uniqueItems: true,
    }),
    isOn: Type.Boolean(),
  },
  STRICT,
);

export type Schedule = Static<typeof ScheduleSchema>;

export interface ScheduleRecipient {
  email: string;
  state: "waiting" | "pending" | "delivered" | "failed" | "unsubscribed";
  /** Time of the last attempt, in milliseconds since the epoch. */
  at: number | null;
  error: string | null;
}

export interface ScheduleResponse {
  /** Null if the report has none. */
  schedule: Schedule | null;
  recipients: ScheduleRecipient[];
  /** When it is sent next; null while it is off. */
  nextAt: number | null;
  /** Whether a mail server is connected. */
  isConnected: boolean;
}

export interface ScheduleTestResponse {
  isWorking: boolean;
  /** Response of the mail server. */
  answer: string;
}

export const SCHEDULES_ROUTES = {
  "GET /reports/:id/schedule": { access: "edit analytics", response: response<ScheduleResponse>() },
  "PUT /reports/:id/schedule": {
    access: "edit analytics",
    isProven: true,
    body: ScheduleSchema,
    response: response<ScheduleResponse>(),
  },
  "POST /reports/:id/schedule/send": { access: "edit analytics", response: response<ScheduleTestResponse>() },
} as const satisfies RouteRows;
