import type { Weekday } from "@marquee/contract";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/storage/records/columns.ts";

/** The website that this installation serves and measures: one row. */
export const sites = pgTable("sites", {
  /** Host of `PUBLIC_URL` at the first start. */
  id: text("id").primaryKey(),
  hosts: text("hosts").array().notNull(),
  /** IANA name. */
  timeZone: text("time_zone").notNull(),
  /** First day of the week, as in ISO 8601: Monday is 1. */
  weekStart: integer("week_start").$type<Weekday>().notNull(),
  /** IP addresses and ranges whose visits are excluded. */
  excludedAddresses: text("excluded_addresses").array().notNull().default([]),
  revision: integer("revision").notNull(),
  /** Null until an account changes it. */
  updatedAt: instant("updated_at"),
  updatedBy: text("updated_by"),
});
