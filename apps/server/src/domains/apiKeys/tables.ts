import { API_KEY_SCOPES } from "@marquee/contract/schema";
import { pgTable, text, uuid } from "drizzle-orm/pg-core";
import { instant } from "../../platform/storage/records/columns.ts";

/** Keys of the public API. Revoked ones stay, so that their last use can be looked up. */
export const apiKeys = pgTable("api_keys", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  scope: text("scope", { enum: API_KEY_SCOPES }).notNull().default("figures"),
  /** SHA-256 of the key, hex. Unique among keys that are not revoked. */
  digest: text("digest").notNull(),
  /** The key's first characters, so that people can recognize it. */
  startsWith: text("starts_with").notNull(),
  /** Email address of the account; null for the key in the environment (`API_KEY`). */
  createdBy: text("created_by"),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at"),
  revokedAt: instant("revoked_at"),
});
