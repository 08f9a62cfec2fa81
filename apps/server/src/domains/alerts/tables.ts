import type {
  AlarmDelivery,
  AlarmDeliveryState,
  AlertChannel,
  AlertDefinition,
  AlertStatus,
} from "@marquee/contract/schema";
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";
import { accounts } from "../accounts/tables.ts";

/** What is watched. The migration that created the table added the initial alerts of every installation. */
export const alerts = pgTable("alerts", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  definition: jsonb("definition").$type<AlertDefinition>().notNull(),
  /** Whether it is checked: on, and not deleted. */
  isActive: boolean("is_active").notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  /** Nobody is notified until then. */
  snoozedUntil: instant("snoozed_until"),
  /** The result of the last check. */
  status: jsonb("status").$type<AlertStatus>(),
  /** The time that the last check judged; a check after a break judges all hours since. */
  checkedThrough: instant("checked_through"),
  /** When it is checked next; while an instance checks it, when another one may take over. */
  nextAt: instant("next_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account; null until someone changes it. */
  updatedBy: text("updated_by"),
});

/** Each time that an alert found something wrong. One alert has at most one open alarm for each subject. */
export const alarms = pgTable("alarms", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  alertId: integer("alert_id")
    .notNull()
    .references(() => alerts.id, { onDelete: "cascade" }),
  /** What it is about, such as an experiment; empty for alerts with a single subject. */
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  /** Path in the console. */
  href: text("href").notNull(),
  openedAt: instant("opened_at").notNull(),
  resolvedAt: instant("resolved_at"),
  /** Consecutive checks without findings, which end the alarm after a number of them. */
  quietChecks: integer("quiet_checks").notNull().default(0),
  /** Whether notifications were queued. */
  isAnnounced: boolean("is_announced").notNull().default(false),
});

/** Notifications about alarms: one row for each channel, when an alarm begins and when it is over. */
export const alarmDeliveries = pgTable(
  "alarm_deliveries",
  {
    alarmId: integer("alarm_id")
      .notNull()
      .references(() => alarms.id, { onDelete: "cascade" }),
    event: text("event").$type<AlarmDelivery["event"]>().notNull(),
    channel: text("channel").$type<AlertChannel>().notNull(),
    state: text("state").$type<AlarmDeliveryState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When a pending delivery is attempted next; null otherwise. */
    nextAt: instant("next_at"),
    /** Why the last attempt failed. */
    error: text("error"),
    attemptedAt: instant("attempted_at"),
  },
  ({ alarmId, event, channel }) => [primaryKey({ columns: [alarmId, event, channel] })],
);

/** Who gets the weekly digest. */
export const digests = pgTable("digests", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  isOn: boolean("is_on").notNull(),
  /** First day of the week of the latest digest that was due, as an ISO 8601 date. */
  week: text("week").notNull(),
  /** State of that digest. */
  state: text("state").$type<AlarmDeliveryState>().notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextAt: instant("next_at"),
  error: text("error"),
  attemptedAt: instant("attempted_at"),
});
