import type { FlagDefinition } from "@marquee/contract";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";

/** Flags edited in the console. A flag without a row uses the definition from the content folder. */
export const flags = pgTable("flags", {
  key: text("key").primaryKey(),
  definition: jsonb("definition").$type<FlagDefinition>().notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});
