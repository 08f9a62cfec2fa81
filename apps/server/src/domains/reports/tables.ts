import type { AlarmDeliveryState, ReportContent, Schedule } from "@marquee/contract/schema";
import { boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";
import { accounts } from "../accounts/tables.ts";

/** Saved reports and boards. */
export const reports = pgTable("reports", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  content: jsonb("content").$type<ReportContent>().notNull(),
  /** Null once the account was removed. Its private reports are deleted with it, shared ones stay. */
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  isShared: boolean("is_shared").notNull(),
  isDeleted: boolean("is_deleted").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Links that show a report to anyone who has them. They are deleted with the account that created them. */
export const reportShares = pgTable("report_shares", {
  id: uuid("id").primaryKey().defaultRandom(),
  reportId: integer("report_id")
    .notNull()
    .references(() => reports.id, { onDelete: "cascade" }),
  /** SHA-256 of the link's token, hex. */
  digest: text("digest").notNull().unique(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
  lastOpenedAt: instant("last_opened_at"),
});

/** When reports are sent by email. */
export const reportSchedules = pgTable("report_schedules", {
  reportId: integer("report_id")
    .primaryKey()
    .references(() => reports.id, { onDelete: "cascade" }),
  schedule: jsonb("schedule").$type<Schedule>().notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Recipients of reports, with the latest email to each. Unsubscribed ones stay, so that nobody adds them again. */
export const reportRecipients = pgTable(
  "report_recipients",
  {
    reportId: integer("report_id")
      .notNull()
      .references(() => reports.id, { onDelete: "cascade" }),
    /** Lower case. */
    email: text("email").notNull(),
    /** Day of the latest email that was due, as an ISO 8601 date. */
    slot: text("slot").notNull(),
    /** State of that email. */
    state: text("state").$type<AlarmDeliveryState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAt: instant("next_at"),
    error: text("error"),
    attemptedAt: instant("attempted_at"),
    unsubscribedAt: instant("unsubscribed_at"),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.email] })],
);
