import type { ImportSystem } from "@marquee/contract";
import type { ImportedReport } from "@marquee/contract/schema";
import { integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";

/** Files with history from other systems that people imported; their rows are in the event store. */
export const historyImports = pgTable("history_imports", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  system: text("system").$type<ImportSystem>().notNull(),
  /** Name of the file. */
  name: text("name").notNull(),
  /** SHA-256 of the file, hex. */
  digest: text("digest").notNull(),
  /** Only rows of completed imports count. One import runs at a time, which an index ensures. */
  state: text("state").$type<"running" | "done" | "failed" | "undone">().notNull(),
  /** First and last day, in ISO 8601. */
  first: text("first").notNull(),
  last: text("last").notNull(),
  rows: integer("rows").notNull(),
  reports: jsonb("reports").$type<ImportedReport[]>().notNull(),
  importedAt: instant("imported_at").notNull(),
  /** Email address of the account. */
  importedBy: text("imported_by").notNull(),
  undoneAt: instant("undone_at"),
  undoneBy: text("undone_by"),
});
