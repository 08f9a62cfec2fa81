import type {
  CompanySize,
  ConsentGroup,
  ExperimentDefinition,
  FlagDefinition,
  Json,
  LeadFormId,
  Locale,
  RecordingSettings,
} from "@marquee/contract";
import {
  bigint,
  boolean,
  customType,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });

/** People who may use the console. */
export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  /** argon2id, in its own encoded form. */
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ["owner", "editor", "viewer"] }).notNull(),
  createdAt: instant("created_at").notNull().defaultNow(),
  lastSignedInAt: instant("last_signed_in_at"),
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
  /** Names such as `Firefox` and `Windows`, and an ISO 3166-1 code; empty where they are not known. */
  browser: text("browser").notNull().default(""),
  os: text("os").notNull().default(""),
  country: text("country").notNull().default(""),
});

/** Browsers that an account has signed in on before; their wrong passwords are counted apart from everybody else's. */
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

/** Authenticator apps (RFC 6238), at most one for each account. */
export const totpSecrets = pgTable("totp_secrets", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** Encrypted: AES-256-GCM, base64url. */
  secret: text("secret").notNull(),
  createdAt: instant("created_at").notNull(),
  /** When a first code was confirmed; null while the app is being set up, and does not count yet. */
  confirmedAt: instant("confirmed_at"),
  /** Time step of the last accepted code: a code works once. */
  lastStep: bigint("last_step", { mode: "number" }),
});

/** Unused one-time codes for whoever has lost their second factor. */
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
  /** COSE. */
  publicKey: bytes("public_key").notNull(),
  /** Signature counter; stays 0 for authenticators that do not count. */
  counter: bigint("counter", { mode: "number" }).notNull(),
  transports: text("transports").array().notNull(),
  name: text("name").notNull(),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at"),
});

/** Sign-ins and passkey ceremonies under way, each bound to one browser by a cookie. */
export const signInChallenges = pgTable("sign_in_challenges", {
  /** SHA-256 of the cookie's token, hex. */
  id: text("id").primaryKey(),
  purpose: text("purpose", { enum: ["second_step", "passkey", "passkey_registration"] }).notNull(),
  /** Null for a sign-in with a passkey alone, which begins without a name. */
  accountId: uuid("account_id").references(() => accounts.id, { onDelete: "cascade" }),
  /** What the authenticator has to sign, base64url; null where only a code is awaited. */
  challenge: text("challenge"),
  expiresAt: instant("expires_at").notNull(),
});

/** What people sent through a form, spam included, and how far its webhook has come. */
export const leads = pgTable("leads", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** One for each form that was filled in: the same form sent twice is one lead. */
  submissionId: uuid("submission_id").notNull().unique(),
  /** Null for a sign-up. */
  formId: integer("form_id").$type<LeadFormId>(),
  kind: text("kind", { enum: ["sales", "demo", "sign-up"] }).notNull(),
  email: text("email").notNull(),
  companySize: text("company_size").$type<CompanySize>(),
  message: text("message").notNull(),
  name: text("name").notNull(),
  locale: text("locale").$type<Locale>().notNull(),
  pagePath: text("page_path").notNull(),
  location: text("location").notNull(),
  attribution: jsonb("attribution").$type<Record<string, string>>().notNull(),
  /** Router and rule: `sales/enterprise`. Null for a sign-up. */
  route: text("route"),
  meetingUrl: text("meeting_url"),
  isSpam: boolean("is_spam").notNull(),
  createdAt: instant("created_at").notNull(),
  webhookState: text("webhook_state", { enum: ["none", "pending", "delivered", "failed"] }).notNull(),
  webhookAttempts: integer("webhook_attempts").notNull().default(0),
  /** When a pending delivery is tried next. */
  webhookNextAt: instant("webhook_next_at"),
  /** Why the last attempt failed. */
  webhookError: text("webhook_error"),
});

/** Secrets that all instances of the server share, each made once by whichever needs it first. */
export const signingKeys = pgTable("signing_keys", {
  name: text("name").primaryKey(),
  /** 256 random bits, base64url. */
  key: text("key").notNull(),
});

/** What visitors decided about being measured. Plain refusals of strangers are nowhere. */
export const consentReceipts = pgTable("consent_receipts", {
  /** Made by the browser; every event names it. */
  id: uuid("id").primaryKey(),
  /** Anonymous id; null for who agreed to other groups only. */
  visitorId: text("visitor_id"),
  groups: text("groups").array().$type<ConsentGroup[]>().notNull(),
  /** Version of the text that was shown. */
  textVersion: integer("text_version").notNull(),
  /** ISO 3166-1 code, or empty. */
  country: text("country").notNull(),
  /** By the visitor's clock, and by ours. */
  decidedAt: instant("decided_at").notNull(),
  receivedAt: instant("received_at").notNull(),
});

/** When this installation took a step by which older data must be judged differently. */
export const upgrades = pgTable("upgrades", {
  name: text("name", { enum: ["visitor proofs"] }).primaryKey(),
  at: instant("at").notNull(),
});

/** People whose events are to be deleted, and those whose were. */
export const erasures = pgTable("erasures", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Anonymous id of a visitor who withdrew, else the id or address that was asked for. */
  visitorId: text("visitor_id").notNull(),
  /** `visitor` for a withdrawal, else the e-mail address of the account that asked. */
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  completedAt: instant("completed_at"),
  /** Every name of the person where an account asked; null for a withdrawal, which takes what was measured under `visitorId`. */
  identities: jsonb("identities").$type<{
    ids: string[];
    anonymousIds?: string[];
    browsers: string[];
    emails: string[];
  }>(),
  /** Reference to {@link erasureSessions}; null before the deletion starts and after it completes. */
  sessionsId: uuid("sessions_id"),
});

/** Sessions of people whose data is being deleted: what said whose they were goes first, and more of them may arrive. */
export const erasureSessions = pgTable("erasure_sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  found: jsonb("found").$type<{ sessions: string[]; monitoring: string[] }>().notNull(),
});

/** Who took a copy of whose data, and when. */
export const dataExports = pgTable("data_exports", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** The id or address that was asked for. */
  subject: text("subject").notNull(),
  /** E-mail address of the account that asked. */
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
});

/** Flags as the console's editors wrote them; one that is not here answers as the content folder says. */
export const flags = pgTable("flags", {
  key: text("key").primaryKey(),
  definition: jsonb("definition").$type<FlagDefinition>().notNull(),
  /** Grows with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** E-mail address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Experiments, their drafts included. */
export const experiments = pgTable("experiments", {
  key: text("key").primaryKey(),
  definition: jsonb("definition").$type<ExperimentDefinition>().notNull(),
  revision: integer("revision").notNull(),
  state: text("state", { enum: ["draft", "running", "stopped"] }).notNull(),
  /** Each start is a phase of its own. */
  phase: integer("phase").notNull(),
  startedAt: instant("started_at"),
  stoppedAt: instant("stopped_at"),
  /** Key of the variation that became the flag's default. */
  shipped: text("shipped"),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** Who changed what in the console, and how it was before. */
export const changes = pgTable("changes", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull(),
  /** E-mail address of the account. */
  actor: text("actor").notNull(),
  entity: text("entity", { enum: ["flag", "experiment", "account", "recording"] }).notNull(),
  key: text("key").notNull(),
  action: text("action").notNull(),
  before: jsonb("before").$type<Json>(),
  after: jsonb("after").$type<Json>(),
});

/** People asked to join who have not yet chosen a password. */
export const invitations = pgTable("invitations", {
  /** SHA-256 of the link's token, hex. */
  id: text("id").primaryKey(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  role: text("role", { enum: ["owner", "editor", "viewer"] }).notNull(),
  expiresAt: instant("expires_at").notNull(),
});

/** What pages were made of, each file once, so that a recording looks right after later releases. */
export const archivedFiles = pgTable("archived_files", {
  /** SHA-256, hex. */
  digest: text("digest").primaryKey(),
  mediaType: text("media_type").notNull(),
  /** As it is, or a brotli stream where the media type is a text's. */
  body: bytes("body").notNull(),
  /** When it was last asked to be kept. */
  keptAt: instant("kept_at").notNull().defaultNow(),
});

/**
 * URLs that files were served from: path and query. Hashed names have one file forever; for others a new row
 * records since when another file is there, possibly an earlier one.
 */
export const archivedAddresses = pgTable(
  "archived_addresses",
  {
    address: text("address").notNull(),
    digest: text("digest").notNull(),
    firstSeenAt: instant("first_seen_at").notNull(),
    /** To a day. */
    lastServedAt: instant("last_served_at").notNull().defaultNow(),
  },
  ({ address, firstSeenAt, digest }) => [primaryKey({ columns: [address, firstSeenAt, digest] })],
);

/** Builds of the site that were served. */
export const releases = pgTable("releases", {
  /** Made of the build's files: two builds of the same are one release. */
  id: text("id").primaryKey(),
  firstServedAt: instant("first_served_at").notNull(),
  /** To a day. */
  lastServedAt: instant("last_served_at").notNull().defaultNow(),
  /** Of all its files, source maps included; none once nothing needs them. */
  addresses: text("addresses").array().notNull().default([]),
});

/** When the site came to be of another release than before: of one that was rolled back to, again. */
export const releaseStarts = pgTable(
  "release_starts",
  { release: text("release").notNull(), servedFrom: instant("served_from").notNull() },
  ({ servedFrom, release }) => [primaryKey({ columns: [servedFrom, release] })],
);

/** Served documents, by content hash. */
export const pageVersions = pgTable("page_versions", {
  version: text("version").primaryKey(),
  path: text("path").notNull(),
  /** What visitors it was for: flags and audience; empty for everybody. */
  variant: text("variant").notNull(),
  release: text("release").notNull(),
  /** Of the document among {@link archivedFiles}. */
  digest: text("digest").notNull(),
  firstServedAt: instant("first_served_at").notNull(),
  /** To a day. */
  lastServedAt: instant("last_served_at").notNull().defaultNow(),
  /** What the document needs to look as it does, of this site. */
  addresses: text("addresses").array().notNull().default([]),
});

/** The last time that the archive was pruned: one row, `last`. */
export const archivePrunings = pgTable("archive_prunings", {
  id: text("id").primaryKey(),
  startedAt: instant("started_at").notNull(),
  /** Null while it is under way, and where it was interrupted. */
  finishedAt: instant("finished_at"),
  /** Removed files, with stored size. */
  files: integer("files").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
});

/** What recorders and monitoring are told, by the id that they ask for. */
export const recordingSettings = pgTable("recording_settings", {
  id: text("id").primaryKey(),
  settings: jsonb("settings").$type<RecordingSettings>().notNull(),
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** E-mail address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Who can watch replays besides owners and editors: one row, `default`; no row means no one. */
export const replayAccess = pgTable("replay_access", {
  id: text("id").primaryKey(),
  mayViewersWatch: boolean("may_viewers_watch").notNull(),
});

/** Replays that were deleted in the console: what their browsers send on is dropped. */
export const deletedReplays = pgTable(
  "deleted_replays",
  {
    sessionId: bigint("session_id", { mode: "number" }).notNull(),
    /** SHA-256 of the visitor ID, hex: it outlives the visitor's data. */
    visitorDigest: text("visitor_digest").notNull(),
    deletedAt: instant("deleted_at").notNull(),
    /** When nothing could be on its way into the event store any more, and had been deleted too. */
    settledAt: instant("settled_at"),
  },
  ({ sessionId, visitorDigest }) => [primaryKey({ columns: [sessionId, visitorDigest] })],
);
