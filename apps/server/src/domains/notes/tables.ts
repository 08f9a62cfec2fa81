import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/storage/records/columns.ts";

/** Notes about a day or time, shown on charts. */
export const notes = pgTable("notes", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** The day or time that the note is about. */
  at: instant("at").notNull(),
  text: text("text").notNull(),
  isDeleted: boolean("is_deleted").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  createdAt: instant("created_at").notNull(),
  /** Email addresses of accounts. */
  createdBy: text("created_by").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});
