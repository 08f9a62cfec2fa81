import { pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** People who may use the console. */
export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  /** argon2id, in its own encoded form. */
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ["owner", "editor", "viewer"] }).notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
});

/** Signed-in browsers. What the cookie holds is not kept, only its digest. */
export const sessions = pgTable("sessions", {
  /** SHA-256 of the cookie's token, hex. */
  id: text("id").primaryKey(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  createdAt: instant("created_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
});

/** One-time links that create the first account. */
export const setupTokens = pgTable("setup_tokens", {
  /** SHA-256 of the link's token, hex. */
  id: text("id").primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});
