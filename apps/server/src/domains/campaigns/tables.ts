import { bigint, boolean, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "../../platform/storage/records/columns.ts";

/** Files with the cost of campaigns that people imported. */
export const adCostImports = pgTable("ad_cost_imports", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** Name of the file. */
  name: text("name").notNull(),
  rows: integer("rows").notNull(),
  /** First and last day, as in ISO 8601. */
  first: text("first").notNull(),
  last: text("last").notNull(),
  cents: bigint("cents", { mode: "number" }).notNull(),
  importedAt: instant("imported_at").notNull(),
  /** Email address of the account. */
  importedBy: text("imported_by").notNull(),
  /** Costs of an undone import do not count; the costs that it replaced count again. */
  undoneAt: instant("undone_at"),
  undoneBy: text("undone_by"),
  /** Increases with each change. */
  revision: integer("revision").notNull().default(1),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  updatedBy: text("updated_by"),
});

/** What campaigns cost by day. Of several imports of the same day and campaign, the latest counts. */
export const adCosts = pgTable(
  "ad_costs",
  {
    importId: integer("import_id")
      .notNull()
      .references(() => adCostImports.id, { onDelete: "cascade" }),
    /** ISO 8601 date. */
    day: text("day").notNull(),
    /** Campaign parameters; empty if the file has no such column. */
    source: text("source").notNull(),
    medium: text("medium").notNull(),
    campaign: text("campaign").notNull(),
    cents: bigint("cents", { mode: "number" }).notNull(),
  },
  ({ importId, day, source, medium, campaign }) => [
    primaryKey({ columns: [importId, day, source, medium, campaign] }),
  ],
);

/** Links with campaign parameters that people made. */
export const campaignLinks = pgTable("campaign_links", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** URL of the page, without campaign parameters. */
  destination: text("destination").notNull(),
  source: text("source").notNull(),
  medium: text("medium").notNull(),
  campaign: text("campaign").notNull(),
  /** Empty if the link has none. */
  content: text("content").notNull(),
  term: text("term").notNull(),
  isDeleted: boolean("is_deleted").notNull().default(false),
  createdAt: instant("created_at").notNull(),
  /** Email addresses of accounts. */
  createdBy: text("created_by").notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull().default(1),
  updatedAt: instant("updated_at").notNull().defaultNow(),
  updatedBy: text("updated_by"),
});
