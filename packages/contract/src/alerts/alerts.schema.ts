import Type, { type Static } from "typebox";
import { OneOf } from "../kernel/oneOf.ts";
import { type RouteRows, response } from "../kernel/routeRow.ts";
import { NewRecord, RecordChange, type StoredRecord } from "../kernel/versioned.schema.ts";
import { FiltersSchema } from "../questions/query.schema.ts";
import type { QueryFilter } from "../questions/query.ts";

const STRICT = { additionalProperties: false };

/** Kinds of alerts. The first ones count events. */
export const ALERT_KINDS = [
  "traffic",
  "conversion",
  "conversions",
  "leads",
  "errors",
  "consent",
  "vitals",
  "delivery",
  "experiment",
  "spool",
  "budget",
  "disk",
] as const;

export type AlertKind = (typeof ALERT_KINDS)[number];

/**
 * Kinds that count events in a window and evaluate the count with a rule. `conversion` and `consent` are
 * rates.
 */
export const COUNTED_KINDS = ["traffic", "conversion", "conversions", "leads", "errors", "consent"] as const;

export type CountedKind = (typeof COUNTED_KINDS)[number];

export const isCounted = (kind: AlertKind): kind is CountedKind =>
  (COUNTED_KINDS as readonly AlertKind[]).includes(kind);

/** Kinds that watch a goal. */
export const GOAL_KINDS: readonly AlertKind[] = ["conversion", "conversions"];

/** Kinds that can be limited by filters. */
export const FILTERED_KINDS: readonly AlertKind[] = [
  "traffic",
  "conversion",
  "conversions",
  "leads",
  "errors",
  "vitals",
];

/** Lengths of counting windows, in days. */
export const ALERT_WINDOWS = [1, 7, 28] as const;

export type AlertWindow = (typeof ALERT_WINDOWS)[number];

/** The largest number that a threshold can have, and the largest change in percent. */
export const MAX_ALERT_LIMIT = 1_000_000_000;

export const MAX_ALERT_PERCENT = 10_000;

export const ALERT_SENSITIVITIES = ["low", "normal", "high"] as const;

export type AlertSensitivity = (typeof ALERT_SENSITIVITIES)[number];

export const ALERT_DIRECTIONS = ["both", "drop", "rise"] as const;

export type AlertDirection = (typeof ALERT_DIRECTIONS)[number];

export const ALERT_CHANNELS = ["email", "slack", "webhook"] as const;

export type AlertChannel = (typeof ALERT_CHANNELS)[number];

export const MAX_ALERT_NAME_LENGTH = 120;

export const MAX_ALERT_RECIPIENTS = 20;

/**
 * When a count raises an alarm: outside its usual range, beyond a number (of a rate, a percentage), or changed by more than a percentage since the previous
 * window; a day is compared with the same day a week earlier.
 */
const AlertRuleSchema = Type.Union([
  Type.Object({ type: Type.Literal("unusual") }, STRICT),
  Type.Object(
    {
      type: Type.Literal("threshold"),
      side: OneOf(["above", "below"] as const),
      limit: Type.Number({ minimum: 0, maximum: MAX_ALERT_LIMIT }),
    },
    STRICT,
  ),
  Type.Object(
    { type: Type.Literal("change"), percent: Type.Number({ minimum: 1, maximum: MAX_ALERT_PERCENT }) },
    STRICT,
  ),
]);

export type AlertRule = Static<typeof AlertRuleSchema>;

export const AlertDefinitionSchema = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: MAX_ALERT_NAME_LENGTH, pattern: "\\S" }),
    kind: OneOf(ALERT_KINDS),
    /** ID of the goal, for conversions; null for other kinds. */
    goal: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
    /** Filters of the counted data. Only {@link FILTERED_KINDS} have any. */
    filters: Type.Unsafe<readonly QueryFilter[]>(FiltersSchema),
    /** For {@link COUNTED_KINDS}; one day if missing, as in alerts of earlier versions. */
    windowDays: Type.Optional(OneOf(ALERT_WINDOWS)),
    /** For {@link COUNTED_KINDS}; the usual range if missing, as in alerts of earlier versions. */
    rule: Type.Optional(AlertRuleSchema),
    /** Not for thresholds, which have a side. */
    direction: OneOf(ALERT_DIRECTIONS),
    /** For usual ranges and web vitals. */
    sensitivity: OneOf(ALERT_SENSITIVITIES),
    channels: Type.Array(OneOf(ALERT_CHANNELS), { uniqueItems: true }),
    /** Email addresses. */
    recipients: Type.Array(Type.String({ minLength: 3, maxLength: 254 }), {
      maxItems: MAX_ALERT_RECIPIENTS,
      uniqueItems: true,
    }),
    isOn: Type.Boolean(),
    isDeleted: Type.Boolean(),
  },
  STRICT,
);

export type AlertDefinition = Static<typeof AlertDefinitionSchema>;

export const windowOf = ({ windowDays = 1 }: Pick<AlertDefinition, "windowDays">): AlertWindow => windowDays;

export const ruleOf = ({ rule = { type: "unusual" } }: Pick<AlertDefinition, "rule">): AlertRule => rule;

export const NewAlertSchema = NewRecord(AlertDefinitionSchema);

/** End of the snooze, in milliseconds since the epoch; null ends it now. */
export const SnoozeSchema = Type.Object(
  { until: Type.Union([Type.Integer({ minimum: 0, maximum: 8.64e15 }), Type.Null()]) },
  STRICT,
);

/** Count at the last check, with its usual range. */
export interface AlertReading {
  /** Length of the window in hours. */
  hours: number;
  value: number;
  /** For a rate, the total that the value is a part of. */
  of: number | null;
  expected: number;
  /** The usual range, both ends inclusive. */
  low: number;
  high: number;
  /** The smallest drop that would be an alarm, from 0 to 1; null if the counts are too small for any. */
  smallestDrop: number | null;
}

/** The result of the last check. */
export interface AlertStatus {
  /** Milliseconds since the epoch. */
  checkedAt: number;
  /** `learning` until there is enough history; `failed` if the check itself failed. */
  state: "ok" | "alarm" | "learning" | "failed";
  /** One sentence. */
  text: string;
  /** The evaluated windows, the longest last. */
  readings: AlertReading[];
}

/** A stored alert. */
export interface AlertState extends StoredRecord<AlertDefinition> {
  /** Milliseconds since the epoch; null unless it is snoozed. */
  snoozedUntil: number | null;
  /** Null before the first check. */
  status: AlertStatus | null;
}

export interface AlertsResponse {
  alerts: AlertState[];
  /** Open alarms, newest first. */
  open: Alarm[];
  /** Channels that are connected. */
  connected: AlertChannel[];
  /** Goals that a new alert can watch. */
  goals: { id: number; name: string }[];
}

/** Alarms that a counting alert would have raised. */
export interface AlertPreviewResponse {
  /** Number of days evaluated. */
  days: number;
  status: Omit<AlertStatus, "checkedAt">;
  /** Newest first. */
  alarms: PastAlarm[];
}

/** Result of a channel test. */
export interface ChannelTestResult {
  channel: AlertChannel;
  isWorking: boolean;
  /** The start of the response, or the error. */
  answer: string;
}

export interface AlertTestResponse {
  results: ChannelTestResult[];
}

export type AlarmDeliveryState = "pending" | "delivered" | "failed";

/** A notification about an alarm. */
export interface AlarmDelivery {
  channel: AlertChannel;
  /** Whether the alarm started or ended. */
  event: "opened" | "resolved";
  state: AlarmDeliveryState;
  attempts: number;
  /** Why the last attempt failed. */
  error: string | null;
}

/** One occurrence of an alarm. */
export interface Alarm {
  id: number;
  alert: number;
  /** Name of the alert. */
  name: string;
  kind: AlertKind;
  /** Description of the problem, as a sentence. */
  text: string;
  /** Path of the screen that shows it, with filters and date range. */
  href: string;
  /** Milliseconds since the epoch. */
  openedAt: number;
  /** Null while it is open. */
  resolvedAt: number | null;
  deliveries: AlarmDelivery[];
}

export const AlarmsQuerySchema = Type.Object(
  {
    alert: Type.Optional(Type.Integer({ minimum: 1 })),
    /** Continues after a page. */
    before: Type.Optional(Type.Integer({ minimum: 1 })),
  },
  STRICT,
);

export interface AlarmsResponse {
  /** Newest first. */
  alarms: Alarm[];
  /** Continues the list; null at its end. */
  next: number | null;
}

export interface AlarmCountResponse {
  open: number;
}

/** An alarm that an alert would have opened. */
export type PastAlarm = Pick<Alarm, "text" | "openedAt" | "resolvedAt">;

export const ALERTS_ROUTES = {
  "GET /alerts": { access: "read analytics", response: response<AlertsResponse>() },
  "POST /alerts": {
    access: "edit analytics",
    body: NewAlertSchema,
    response: response<AlertState>(),
    invalidates: ["GET /alerts", "GET /alarms*", "GET /changes"],
  },
  "POST /alerts/preview": {
    access: "edit analytics",
    body: NewAlertSchema,
    response: response<AlertPreviewResponse>(),
  },
  "PUT /alerts/:id": {
    access: "edit analytics",
    body: RecordChange(AlertDefinitionSchema),
    response: response<AlertState>(),
    invalidates: ["GET /alerts", "GET /alarms*", "GET /changes"],
  },
  "POST /alerts/:id/snooze": {
    access: "edit analytics",
    body: SnoozeSchema,
    response: response<AlertState>(),
    invalidates: ["GET /alerts", "GET /alarms*", "GET /changes"],
  },
  "POST /alerts/:id/test": { access: "edit analytics", response: response<AlertTestResponse>() },
  "GET /alarms": { access: "read analytics", query: AlarmsQuerySchema, response: response<AlarmsResponse>() },
  "GET /alarms/count": { access: "read analytics", response: response<AlarmCountResponse>() },
} as const satisfies RouteRows;
