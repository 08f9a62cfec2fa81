import type { ConsentGroup } from "@marquee/contract";
import { integer, pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/storage/records/columns.ts";

/** Consent receipts. A denial by a visitor who was never measured sends no receipt. */
export const consentReceipts = pgTable("consent_receipts", {
  /** Created by the browser; every event carries it. */
  id: uuid("id").primaryKey(),
  /** Anonymous ID, in receipts that an earlier version stored. */
  visitorId: text("visitor_id"),
  /** Keyed hash of the anonymous ID; null if the visitor granted other groups only. A receipt outlives the visitor's data. */
  visitorHash: text("visitor_hash"),
  groups: text("groups").array().$type<ConsentGroup[]>().notNull(),
  /** Version of the text shown to the visitor. */
  textVersion: integer("text_version").notNull(),
  /** ISO 3166-1 code, or empty. */
  country: text("country").notNull(),
  /** `decidedAt` is by the visitor's clock, `receivedAt` by the server's. */
  decidedAt: instant("decided_at").notNull(),
  receivedAt: instant("received_at").notNull(),
});

/** When this installation applied an upgrade that changes how older data is treated. */
export const upgrades = pgTable("upgrades", {
  name: text("name", { enum: ["visitor proofs"] }).primaryKey(),
  at: instant("at").notNull(),
});
