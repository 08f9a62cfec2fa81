import type { GoalCondition, QueryFilter } from "@marquee/contract";
import type { Funnel } from "@marquee/contract/schema";
import { boolean, doublePrecision, integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";
import { accounts } from "../accounts/tables.ts";

/** Conversions, defined once and used by every query. */
export const goals = pgTable("goals", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** Unique, ignoring case (index `goals_by_name`). */
  name: text("name").notNull(),
  condition: jsonb("condition").$type<GoalCondition>().notNull(),
  value: doublePrecision("value"),
  isArchived: boolean("is_archived").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  createdAt: instant("created_at").notNull(),
  /** Email addresses of accounts. */
  createdBy: text("created_by").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** Ordered steps that visits or visitors go through. */
export const funnels = pgTable("funnels", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** Unique, ignoring case (index `funnels_by_name`). */
  name: text("name").notNull(),
  funnel: jsonb("funnel").$type<Funnel>().notNull(),
  isArchived: boolean("is_archived").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Filters that people saved, for themselves or for everyone. */
export const segments = pgTable("segments", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  /** Null once the account is gone. Its own segments are deleted with it, the shared ones stay. */
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  isShared: boolean("is_shared").notNull(),
  filters: jsonb("filters").$type<readonly QueryFilter[]>().notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});
