import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/storage/records/columns.ts";
import { accounts } from "../accounts/tables.ts";

/** Statuses of errors that people set. An error without a row is open and has no owner. */
export const errorStatuses = pgTable("error_statuses", {
  /** Hash of message and place, computed by queries of the event store. */
  fingerprint: text("fingerprint").primaryKey(),
  /** A resolved one that came back is open; that is derived from its events. */
  state: text("state", { enum: ["open", "resolved", "ignored"] }).notNull(),
  /** Null unless it was resolved; the release of that time is empty if none was known. */
  resolvedAt: instant("resolved_at"),
  resolvedIn: text("resolved_in").notNull().default(""),
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  /** Message at the time of the last change, for the change history. */
  message: text("message").notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});
