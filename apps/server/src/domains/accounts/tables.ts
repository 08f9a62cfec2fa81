import { AREAS, ROLES, SECURITY_KINDS } from "@marquee/contract/schema";
import { bigint, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/storage/records/columns.ts";

/** People who may use the console. */
export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  /** argon2id, in its own encoded form. */
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  /** The areas that an owner limited the person to; null for all. */
  areas: text("areas", { enum: AREAS }).array(),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastSignedInAt: instant("last_signed_in_at"),
});

/** Signed-in browsers. The cookie's token is not stored, only its digest. */
export const sessions = pgTable("sessions", {
  /** SHA-256 of the cookie's token, hex. */
  id: text("id").primaryKey(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  createdAt: instant("created_at").notNull(),
  lastSeenAt: instant("last_seen_at").notNull(),
  /** Names such as `Firefox` and `Windows`, and an ISO 3166-1 code; empty if unknown. */
  browser: text("browser").notNull().default(""),
  os: text("os").notNull().default(""),
  country: text("country").notNull().default(""),
  /** When a password or passkey was last entered in the session; null for its start. */
  provenAt: instant("proven_at"),
});

/** Browsers that an account has signed in on before. Their failed sign-ins are counted separately from those of other browsers. */
export const knownDevices = pgTable(
  "known_devices",
  {
    /** SHA-256 of the device cookie's token, hex. */
    id: text("id").notNull(),
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    lastUsedAt: instant("last_used_at").notNull(),
  },
  ({ id, accountId }) => [primaryKey({ columns: [id, accountId] })],
);

/** One-time links that create the first account. */
export const setupTokens = pgTable("setup_tokens", {
  /** SHA-256 of the link's token, hex. */
  id: text("id").primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});

/** Links with which people choose a new password. */
export const passwordResets = pgTable("password_resets", {
  /** SHA-256 of the link's token, hex. */
  id: text("id").primaryKey(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  expiresAt: instant("expires_at").notNull(),
});

/** Authenticator apps (RFC 6238), at most one for each account. */
export const totpSecrets = pgTable("totp_secrets", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Encrypted: AES-256-GCM, base64url. */
  secret: text("secret").notNull(),
  createdAt: instant("created_at").notNull(),
  /** When the first code was confirmed; null during setup, when the app is not a second factor yet. */
  confirmedAt: instant("confirmed_at"),
  /** Time step of the last accepted code, because a code works only once. */
  lastStep: bigint("last_step", { mode: "number" }),
});

/** Unused one-time codes for people who lost their second factor. */
export const recoveryCodes = pgTable(
  "recovery_codes",
  {
    accountId: uuid("account_id")
      .notNull()
      .references(() => accounts.id, { onDelete: "cascade" }),
    /** SHA-256 of the code, hex. */
    digest: text("digest").notNull(),
  },
  ({ accountId, digest }) => [primaryKey({ columns: [accountId, digest] })],
);

/** WebAuthn credentials. */
export const passkeys = pgTable("passkeys", {
  /** Credential ID, base64url. */
  id: text("id").primaryKey(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** COSE key. */
  publicKey: bytes("public_key").notNull(),
  /** Signature counter; stays 0 for authenticators that do not count. */
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at"),
});

/** Sign-ins and passkey ceremonies in progress, each bound to one browser by a cookie. */
export const signInChallenges = pgTable("sign_in_challenges", {
  /** SHA-256 of the cookie's token, hex. */
  id: text("id").primaryKey(),
  purpose: text("purpose", { enum: ["second_step", "passkey", "passkey_registration"] }).notNull(),
  /** Null for a passkey-only sign-in, which starts without an email address. */
  accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
  /** What the authenticator has to sign, base64url; null if only a code is expected. */
  challenge: text("challenge"),
  expiresAt: instant("expires_at").notNull(),
});

/** Invited people who have not chosen a password yet. */
export const invitations = pgTable("invitations", {
  /** SHA-256 of the link's token, hex. */
  id: text("id").primaryKey(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  role: text("role", { enum: ROLES }).notNull(),
  areas: text("areas", { enum: AREAS }).array(),
  expiresAt: instant("expires_at").notNull(),
});

/** What was done, or tried, with accounts and with people's data. */
export const securityEvents = pgTable("security_events", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull(),
  kind: text("kind", { enum: SECURITY_KINDS }).notNull(),
  /** Email address of an existing account; null if unknown. */
  account: text("account"),
  /** What it was about: an ID, or the digest of a visitor's ID. */
  about: text("about"),
  /** Keyed digest of the sender's network. */
  network: text("network").notNull(),
  country: text("country").notNull().default(""),
  /** How often within a minute. */
  count: integer("count").notNull().default(1),
});
