import type { Json } from "@marquee/contract";
import type { ConnectionKind } from "@marquee/contract/schema";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";

/** Connected tools, by kind. A row without a revision only has the results of a connection set by the environment. */
export const connections = pgTable("connections", {
  kind: text("kind").$type<ConnectionKind>().primaryKey(),
  /** Settings without secrets, validated by kind. */
  settings: jsonb("settings").$type<Record<string, Json>>().notNull(),
  /** JSON object of the secrets, encrypted: AES-256-GCM, base64url. Null while disconnected, and for kinds without secrets. */
  secrets: text("secrets"),
  /** When each secret was entered, in milliseconds since the epoch. */
  secretsSetAt: jsonb("secrets_set_at").$type<Record<string, number>>().notNull().default({}),
  enabled: boolean("enabled").notNull(),
  /** Since when it is enabled without interruption; null while it is not. */
  connectedAt: instant("connected_at"),
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at"),
  /** Email address of the account. */
  updatedBy: text("updated_by"),
  /** The last time that the connection was used or tested, and why that failed. */
  checkedAt: instant("checked_at"),
  error: text("error"),
});
