import type {
  CompanySize,
  ConsentGroup,
  ExperimentDefinition,
  FlagDefinition,
  GoalCondition,
  ImageFile,
  ImportSystem,
  Json,
  LeadDeliveryState,
  LeadDestination,
  LeadFormId,
  LeadStatus,
  Locale,
  QueryFilter,
  RecordingSettings,
  Weekday,
} from "@marquee/contract";
import {
  type AlarmDelivery,
  type AlarmDeliveryState,
  type AlertChannel,
  type AlertDefinition,
  type AlertStatus,
  API_KEY_SCOPES,
  AREAS,
  CHANGE_ENTITIES,
  type ConnectionKind,
  type DraftPage,
  type Funnel,
  type ImportedReport,
  type JobName,
  LEAD_ENTRY_KINDS,
  type ReportContent,
  ROLES,
  type Schedule,
  SECURITY_KINDS,
  SIZED,
} from "@marquee/contract/schema";
import {
  bigint,
  boolean,
  customType,
  date,
  doublePrecision,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from "drizzle-orm/pg-core";
import type { RecordKind } from "../../config/recordRetention.ts";
import type { MigrationKind } from "../migrationKind.ts";
import { storableJson } from "./storableValues.ts";

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
/** Any JSON. Both drivers parse it; Drizzle's own type parses a text that they read once more, which turns the text "4" into a number. */
const jsonb = customType<{ data: unknown }>({
  dataType: () => "jsonb",
  toDriver: storableJson,
  fromDriver: (value) => value,
});

/** People who may use the console. */
export const accounts = pgTable("accounts", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Lower case. */
  email: text("email").notNull().unique(),
  /** argon2id, in its own encoded form. */
  passwordHash: text("password_hash").notNull(),
  role: text("role", { enum: ROLES }).notNull(),
  /** The areas that an owner narrowed the person to; null for all. */
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

/** The visit in which a lead was sent. Stored only with consent to analytics. */
export interface LeadVisit {
  /** Anonymous ID, and the start of the session in milliseconds since the epoch; empty and 0 if the browser did not prove its ID. */
  visitorId: string;
  sessionId: number;
  /** ISO 3166-1 code, and names such as `Firefox`, `Windows` and `desktop`. Empty if unknown. */
  country: string;
  browser: string;
  os: string;
  device: string;
}

/** Submitted forms, including spam. */
export const leads = pgTable("leads", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Unique per completed form, so a form that is sent twice is one lead. */
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
  /** What the form says, else the domain of a work email address; may be empty. */
  company: text("company").notNull().default(""),
  status: text("status").$type<LeadStatus>().notNull().default("new"),
  /** When status or value last changed, by the clock of whoever changed it; null if neither has. */
  statusAt: instant("status_at"),
  /** What the lead is worth, in the installation's currency; null if unknown. */
  value: numeric("value", { mode: "number" }),
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  /** When someone on the team first opened it. */
  readAt: instant("read_at"),
  /** Start of the latest meeting that is booked and not canceled; null without one. */
  meetingAt: instant("meeting_at"),
  /** Null without consent, and for leads from before visits were stored. */
  visit: jsonb("visit").$type<LeadVisit>(),
  /** Increases when something changes that the lead's copy in the event store has. */
  version: integer("version").notNull().default(1),
  /** Version of the copy; 0 before the first. A lower one than `version` means that it is not copied yet. */
  copiedVersion: integer("copied_version").notNull().default(0),
  /** While an instance copies it. */
  copyClaimedUntil: instant("copy_claimed_until"),
});

/** What happened to a lead after it was sent. Deleted with the lead, because notes may have personal data. */
export const leadEntries = pgTable("lead_entries", {
  id: uuid("id").primaryKey().defaultRandom(),
  leadId: uuid("lead_id")
    .notNull()
    .references(() => leads.id, { onDelete: "cascade" }),
  /** When it happened, and email address of the account; null if a webhook reported it. */
  at: instant("at").notNull(),
  actor: text("actor"),
  kind: text("kind", { enum: LEAD_ENTRY_KINDS }).notNull(),
  /** Values before and after; null for none. The text of a note is the value after. */
  before: text("before"),
  after: text("after"),
  /** A deleted note can be brought back. */
  isDeleted: boolean("is_deleted").notNull().default(false),
});

/** Meetings that schedulers reported. A lead can have several. */
export const leadMeetings = pgTable(
  "lead_meetings",
  {
    leadId: uuid("lead_id")
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    /** The scheduler's ID. */
    meetingId: text("meeting_id").notNull(),
    startsAt: instant("starts_at").notNull(),
    isCanceled: boolean("is_canceled").notNull(),
    /** Time of the latest report, by the scheduler's clock. Earlier ones that arrive later change nothing. */
    reportedAt: instant("reported_at").notNull(),
  },
  ({ leadId, meetingId }) => [primaryKey({ columns: [leadId, meetingId] })],
);

/** Notifications about leads: one row for each lead and each destination that was connected when it arrived. */
export const leadDeliveries = pgTable(
  "lead_deliveries",
  {
    leadId: uuid("lead_id")
      .notNull()
      .references(() => leads.id, { onDelete: "cascade" }),
    destination: text("destination").$type<LeadDestination>().notNull(),
    state: text("state").$type<LeadDeliveryState>().notNull(),
    /** Since the lead arrived, or since someone sent it again. */
    attempts: integer("attempts").notNull().default(0),
    /** When a pending delivery is attempted next; null otherwise. */
    nextAt: instant("next_at"),
    /** Why the last attempt failed. */
    error: text("error"),
    /** Time of the last attempt's result; null before the first. */
    attemptedAt: instant("attempted_at"),
  },
  ({ leadId, destination }) => [primaryKey({ columns: [leadId, destination] })],
);

/** Every attempt of a delivery whose result is known. Deleted with the delivery. */
export const leadDeliveryAttempts = pgTable("lead_delivery_attempts", {
  id: uuid("id").primaryKey().defaultRandom(),
  leadId: uuid("lead_id").notNull(),
  destination: text("destination").$type<LeadDestination>().notNull(),
  at: instant("at").notNull(),
  /** Why it failed; null if the destination accepted it. */
  error: text("error"),
});

/** IDs of deleted leads whose copies in the event store are still to be deleted. A trigger adds them. */
export const removedLeads = pgTable("removed_leads", {
  id: uuid("id").primaryKey(),
  removedAt: instant("removed_at").notNull().defaultNow(),
});

/** The website that this installation serves and measures: one row. */
export const sites = pgTable("sites", {
  /** Host of `PUBLIC_URL` at the first start. */
  id: text("id").primaryKey(),
  hosts: text("hosts").array().notNull(),
  /** IANA name. */
  timeZone: text("time_zone").notNull(),
  /** First day of the week, as in ISO 8601: Monday is 1. */
  weekStart: integer("week_start").$type<Weekday>().notNull(),
  /** IP addresses and ranges whose visits are excluded. */
  excludedAddresses: text("excluded_addresses").array().notNull().default([]),
  revision: integer("revision").notNull(),
  /** Null until an account changes it. */
  updatedAt: instant("updated_at"),
  updatedBy: text("updated_by"),
});

/** Secrets that all server instances share. The first instance that needs one creates it. */
export const signingKeys = pgTable("signing_keys", {
  name: text("name").primaryKey(),
  /** 256 random bits, base64url. */
  key: text("key").notNull(),
});

/** Consent receipts. A denial by a visitor who has not been measured sends no receipt. */
export const consentReceipts = pgTable("consent_receipts", {
  /** Created by the browser; every event carries it. */
  id: uuid("id").primaryKey(),
  /** Anonymous ID, in receipts that an earlier version stored. */
  visitorId: text("visitor_id"),
  /** Keyed hash of the anonymous ID; null if the visitor granted other groups only. A receipt outlives the visitor's data. */
  visitorHash: text("visitor_hash"),
  groups: text("groups").array().$type<ConsentGroup[]>().notNull(),
  /** Version of the text that was shown. */
  textVersion: integer("text_version").notNull(),
  /** ISO 3166-1 code, or empty. */
  country: text("country").notNull(),
  /** `decidedAt` is by the visitor's clock, `receivedAt` by the server's. */
  decidedAt: instant("decided_at").notNull(),
  receivedAt: instant("received_at").notNull(),
});

/**
 * Names of people: the only table that says which browsers, user IDs, email addresses and leads are the same person's. A user ID, email address
 * or lead has exactly one person; a browser that several people used has one row for each of them.
 */
export const identities = pgTable(
  "identities",
  {
    /** Random; people have no other record. */
    person: uuid("person").notNull(),
    /** `anonymous` is the ID of a browser. */
    kind: text("kind", { enum: ["anonymous", "user", "email", "lead"] }).notNull(),
    /** The ID; for an email address, its keyed hash. */
    value: text("value").notNull(),
    source: text("source", { enum: ["event", "lead"] }).notNull(),
    /** Latest consent to analytics of the browser that the name came from; null if unknown. */
    consentedAt: instant("consented_at"),
    /** Time of the latest event or lead with this name. Rows expire with the events. */
    lastSeenAt: instant("last_seen_at").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  ({ kind, value, person }) => [primaryKey({ columns: [kind, value, person] })],
);

/** How far {@link identities} have been read from the event store: one row, `events`. */
export const identityProgress = pgTable("identity_progress", {
  id: text("id").primaryKey(),
  /** Events inserted before then, by the event store's clock, have been read; null before the first call. */
  insertedThrough: instant("inserted_through"),
  /** Number of times that names were deleted. What was read from events before a deletion must not be stored after it. */
  deletions: bigint("deletions", { mode: "number" }).notNull().default(0),
});

/** When this installation applied an upgrade that changes how older data is treated. */
export const upgrades = pgTable("upgrades", {
  name: text("name", { enum: ["visitor proofs"] }).primaryKey(),
  at: instant("at").notNull(),
});

/** Keyed hashes of the names of someone whose data was deleted, by what they name: see `PersonIdentities`. */
export interface HashedNames {
  ids: string[];
  anonymousIds: string[];
  browsers: string[];
  emails: string[];
  leads: string[];
}

/** Pending and completed deletions of people's data. */
export const deletionRequests = pgTable("erasures", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Anonymous ID for a withdrawal, else the ID or email address in the request. Empty once the deletion is complete. */
  visitorId: text("visitor_id").notNull(),
  /** Its keyed hash; null in a pending request of an earlier version. */
  subjectHash: text("subject_hash"),
  /** `visitor` for a withdrawal, else the email address of the account that requested it. */
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  completedAt: instant("completed_at"),
  /** When what it deleted was removed from the stores' files; null until then. */
  erasedAt: instant("erased_at"),
  /** Whether the person's leads were deleted, too. */
  withLeads: boolean("with_leads").notNull().default(false),
  /** Keyed hashes of all names whose data was deleted, from which a restored backup knows whose to delete again; null until it is complete. */
  names: jsonb("names").$type<HashedNames>(),
  /** All IDs of the person if an account requested it; null for a withdrawal, which deletes the data of `visitorId` only. */
  identities: jsonb("identities").$type<{
    ids: string[];
    anonymousIds?: string[];
    browsers: string[];
    emails: string[];
    emailHashes?: string[];
    leads?: string[];
    isExact?: boolean;
  }>(),
  /** Reference to {@link deletionSessions}; null before the deletion starts and after it completes. */
  sessionsId: uuid("sessions_id"),
});

/**
 * Sessions of people whose data is being deleted. Stored first, because the deletion removes the rows that link sessions to people, and
 * more data of these sessions may arrive.
 */
export const deletionSessions = pgTable("erasure_sessions", {
  id: uuid("id").primaryKey().defaultRandom(),
  found: jsonb("found").$type<{ sessions: string[]; monitoring: string[] }>().notNull(),
});

/** Exports of people's data: who requested them, for whom and when. */
export const dataExports = pgTable("data_exports", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** The ID or email address in the request. Empty once the person's data was deleted. */
  subject: text("subject").notNull(),
  /** Its keyed hash, from then on. */
  subjectHash: text("subject_hash"),
  /** Email address of the account that requested it; `visitor` for a visitor's own data. */
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
});

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

/** Experiments, including drafts. */
export const experiments = pgTable("experiments", {
  key: text("key").primaryKey(),
  definition: jsonb("definition").$type<ExperimentDefinition>().notNull(),
  revision: integer("revision").notNull(),
  state: text("state", { enum: ["draft", "running", "stopped"] }).notNull(),
  /** Each start begins a new phase. `startedAt` and `stoppedAt` are of the latest one. */
  phase: integer("phase").notNull(),
  startedAt: instant("started_at"),
  stoppedAt: instant("stopped_at"),
  /** Key of the variation that everybody gets: its texts were published, or its value became the flag's default value. */
  shipped: text("shipped"),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** Every run of each experiment, with the whole definition that it ran with. */
export const experimentPhases = pgTable(
  "experiment_phases",
  {
    experiment: text("experiment")
      .notNull()
      .references(() => experiments.key, { onDelete: "cascade" }),
    phase: integer("phase").notNull(),
    definition: jsonb("definition").$type<ExperimentDefinition>().notNull(),
    startedAt: instant("started_at").notNull(),
    stoppedAt: instant("stopped_at"),
  },
  ({ experiment, phase }) => [primaryKey({ columns: [experiment, phase] })],
);

/** The console's change history. */
export const changes = pgTable("changes", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  at: instant("at").notNull(),
  /** Email address of the account. */
  actor: text("actor").notNull(),
  entity: text("entity", { enum: CHANGE_ENTITIES }).notNull(),
  key: text("key").notNull(),
  action: text("action").notNull(),
  before: jsonb("before").$type<Json>(),
  after: jsonb("after").$type<Json>(),
});

/** What people decided about errors. An error without a row is open and has no owner. */
export const errorStatuses = pgTable("error_statuses", {
  /** Of message and place, as queries of the event store compute it. */
  fingerprint: text("fingerprint").primaryKey(),
  /** A resolved one that came back is open; that is derived from its events. */
  state: text("state", { enum: ["open", "resolved", "ignored"] }).notNull(),
  /** Null unless it was resolved; the release of that time is empty if none was known. */
  resolvedAt: instant("resolved_at"),
  resolvedIn: text("resolved_in").notNull().default(""),
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  /** Message when it was last changed, for the change history. */
  message: text("message").notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Conversions, defined once and used by every question. */
export const goals = pgTable("goals", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** Unique, whatever the case (index `goals_by_name`). */
  name: text("name").notNull(),
  condition: jsonb("condition").$type<GoalCondition>().notNull(),
  value: doublePrecision("value"),
  isArchived: boolean("is_archived").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  createdAt: instant("created_at").notNull(),
  /** Email addresses of accounts. */
  createdBy: text("created_by").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** Ordered steps that visits or visitors go through. */
export const funnels = pgTable("funnels", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** Unique, whatever the case (index `funnels_by_name`). */
  name: text("name").notNull(),
  funnel: jsonb("funnel").$type<Funnel>().notNull(),
  isArchived: boolean("is_archived").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** What people wrote about a day or time, shown on charts. */
export const notes = pgTable("notes", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** What the note is about. */
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

/** Files with the cost of campaigns that people imported. */
export const adCostImports = pgTable("ad_cost_imports", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  /** Of the file. */
  name: text("name").notNull(),
  rows: integer("rows").notNull(),
  /** First and last day, as in ISO 8601. */
  first: text("first").notNull(),
  last: text("last").notNull(),
  cents: bigint("cents", { mode: "number" }).notNull(),
  importedAt: instant("imported_at").notNull(),
  /** Email address of the account. */
  importedBy: text("imported_by").notNull(),
  /** Costs of an undone import do not count; those that it replaced do again. */
  undoneAt: instant("undone_at"),
  undoneBy: text("undone_by"),
});

/** What campaigns cost by day. Of several imports of the same, the latest counts. */
export const adCosts = pgTable(
  "ad_costs",
  {
    importId: integer("import_id")
      .notNull()
      .references(() => adCostImports.id, { onDelete: "cascade" }),
    /** As in ISO 8601. */
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

/** Files with history from other systems that people imported; their rows are in the event store. */
export const historyImports = pgTable("history_imports", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  system: text("system").$type<ImportSystem>().notNull(),
  /** Of the file. */
  name: text("name").notNull(),
  /** SHA-256 of the file, hex. */
  digest: text("digest").notNull(),
  /** Only rows of imports that are done count. One import runs at a time, which an index ensures. */
  state: text("state").$type<"running" | "done" | "failed" | "undone">().notNull(),
  /** First and last day, as in ISO 8601. */
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
  /** Email address of the account. */
  createdBy: text("created_by").notNull(),
});

/** Filters that people saved, for themselves or for everyone. */
export const segments = pgTable("segments", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  /** Null once the account is gone. Its own segments are deleted with it, the shared ones stay. */
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  isShared: boolean("is_shared").notNull(),
  filters: jsonb("filters").$type<readonly QueryFilter[]>().notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  updatedBy: text("updated_by").notNull(),
});

/** What is watched. The migration that made the table added those that every installation starts with. */
export const alerts = pgTable("alerts", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  definition: jsonb("definition").$type<AlertDefinition>().notNull(),
  /** Whether it is checked: on, and not deleted. */
  isActive: boolean("is_active").notNull(),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  /** Until then, nobody is notified. */
  snoozedUntil: instant("snoozed_until"),
  /** The result of the last check. */
  status: jsonb("status").$type<AlertStatus>(),
  /** The time that the last check judged; a check after a break judges all hours since. */
  checkedThrough: instant("checked_through"),
  /** When it is checked next; while an instance checks it, when another one may. */
  nextAt: instant("next_at").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account; null until someone changes it. */
  updatedBy: text("updated_by"),
});

/** Each time that an alert found something wrong. One alert has at most one open alarm for each subject. */
export const alarms = pgTable("alarms", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  alertId: integer("alert_id")
    .notNull()
    .references(() => alerts.id, { onDelete: "cascade" }),
  /** What it is about, such as an experiment; empty for alerts with a single subject. */
  subject: text("subject").notNull(),
  text: text("text").notNull(),
  /** Path in the console. */
  href: text("href").notNull(),
  openedAt: instant("opened_at").notNull(),
  resolvedAt: instant("resolved_at"),
  /** Checks on end that found nothing; it ends after some of them. */
  quietChecks: integer("quiet_checks").notNull().default(0),
  /** Whether notifications were queued. */
  isAnnounced: boolean("is_announced").notNull().default(false),
});

/** Notifications about alarms: one row for each channel, when an alarm begins and when it is over. */
export const alarmDeliveries = pgTable(
  "alarm_deliveries",
  {
    alarmId: integer("alarm_id")
      .notNull()
      .references(() => alarms.id, { onDelete: "cascade" }),
    event: text("event").$type<AlarmDelivery["event"]>().notNull(),
    channel: text("channel").$type<AlertChannel>().notNull(),
    state: text("state").$type<AlarmDeliveryState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    /** When a pending delivery is attempted next; null otherwise. */
    nextAt: instant("next_at"),
    /** Why the last attempt failed. */
    error: text("error"),
    attemptedAt: instant("attempted_at"),
  },
  ({ alarmId, event, channel }) => [primaryKey({ columns: [alarmId, event, channel] })],
);

/** Who gets the weekly digest. */
export const digests = pgTable("digests", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => accounts.id, { onDelete: "cascade" }),
  isOn: boolean("is_on").notNull(),
  /** First day of the week of the latest digest that was due, as an ISO 8601 date. */
  week: text("week").notNull(),
  /** Of that digest. */
  state: text("state").$type<AlarmDeliveryState>().notNull(),
  attempts: integer("attempts").notNull().default(0),
  nextAt: instant("next_at"),
  error: text("error"),
  attemptedAt: instant("attempted_at"),
});

/** Saved reports and boards. */
export const reports = pgTable("reports", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  description: text("description").notNull().default(""),
  content: jsonb("content").$type<ReportContent>().notNull(),
  /** Null once the account is gone. Its private ones are deleted with it, the shared ones stay. */
  ownerId: uuid("owner_id").references(() => accounts.id, { onDelete: "set null" }),
  isShared: boolean("is_shared").notNull(),
  isDeleted: boolean("is_deleted").notNull().default(false),
  /** Increases with each change. */
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Links that show a report to anyone who has them. They end with the account that made them. */
export const reportShares = pgTable("report_shares", {
  id: uuid("id").primaryKey().defaultRandom(),
  reportId: integer("report_id")
    .notNull()
    .references(() => reports.id, { onDelete: "cascade" }),
  /** SHA-256 of the link's token, hex. */
  digest: text("digest").notNull().unique(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
  revokedAt: instant("revoked_at"),
  lastOpenedAt: instant("last_opened_at"),
});

/** When reports are sent by email. */
export const reportSchedules = pgTable("report_schedules", {
  reportId: integer("report_id")
    .primaryKey()
    .references(() => reports.id, { onDelete: "cascade" }),
  schedule: jsonb("schedule").$type<Schedule>().notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** To whom reports are sent, with the latest email to each. Those who unsubscribed stay, so that nobody adds them again. */
export const reportRecipients = pgTable(
  "report_recipients",
  {
    reportId: integer("report_id")
      .notNull()
      .references(() => reports.id, { onDelete: "cascade" }),
    /** Lower case. */
    email: text("email").notNull(),
    /** Day of the latest email that was due, as an ISO 8601 date. */
    slot: text("slot").notNull(),
    /** Of that email. */
    state: text("state").$type<AlarmDeliveryState>().notNull(),
    attempts: integer("attempts").notNull().default(0),
    nextAt: instant("next_at"),
    error: text("error"),
    attemptedAt: instant("attempted_at"),
    unsubscribedAt: instant("unsubscribed_at"),
  },
  (table) => [primaryKey({ columns: [table.reportId, table.email] })],
);

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
  /** Email address of an account that there is; null if it is unknown who it was. */
  account: text("account"),
  /** What it was about: an ID, or the digest of one that stands for a visitor. */
  about: text("about"),
  /** Keyed digest of the sender's network. */
  network: text("network").notNull(),
  country: text("country").notNull().default(""),
  /** How often within a minute. */
  count: integer("count").notNull().default(1),
});

/** Keys of the public API. Revoked ones stay, so that their last use can be looked up. */
export const apiKeys = pgTable("api_keys", {
  id: uuid("id").primaryKey().defaultRandom(),
  name: text("name").notNull(),
  scope: text("scope", { enum: API_KEY_SCOPES }).notNull().default("figures"),
  /** SHA-256 of the key, hex. Unique among keys that are not revoked. */
  digest: text("digest").notNull(),
  /** The key's first characters, by which people recognize it. */
  startsWith: text("starts_with").notNull(),
  /** Email address of the account; null for the key in the environment (`API_KEY`). */
  createdBy: text("created_by"),
  createdAt: instant("created_at").notNull(),
  lastUsedAt: instant("last_used_at"),
  revokedAt: instant("revoked_at"),
});

/** Archived files of pages, each stored once, so that recordings still look right after later releases. */
export const archivedFiles = pgTable("archived_files", {
  /** SHA-256, hex. */
  digest: text("digest").primaryKey(),
  mediaType: text("media_type").notNull(),
  /** The file's bytes, brotli-compressed if the media type is text. */
  body: bytes("body").notNull(),
  /** When the file was last archived or served. */
  keptAt: instant("kept_at").notNull().defaultNow(),
});

/**
 * URLs that files were served from, as path and query. A hashed name always has the same file. For other names, a new row records
 * when the file changed, possibly back to an earlier one.
 */
export const archivedAddresses = pgTable(
  "archived_addresses",
  {
    address: text("address").notNull(),
    digest: text("digest").notNull(),
    firstSeenAt: instant("first_seen_at").notNull(),
    /** Accurate to a day. */
    lastServedAt: instant("last_served_at").notNull().defaultNow(),
  },
  ({ address, firstSeenAt, digest }) => [primaryKey({ columns: [address, firstSeenAt, digest] })],
);

/** Builds of the site that were served. */
export const releases = pgTable("releases", {
  /** Derived from the build's files: identical builds are one release. */
  id: text("id").primaryKey(),
  firstServedAt: instant("first_served_at").notNull(),
  /** Accurate to a day. */
  lastServedAt: instant("last_served_at").notNull().defaultNow(),
  /** URLs of all its files, including source maps; empty once they are no longer needed. */
  addresses: text("addresses").array().notNull().default([]),
});

/** When the site switched to another release. A rollback adds a row for the earlier release. */
export const releaseStarts = pgTable(
  "release_starts",
  { release: text("release").notNull(), servedFrom: instant("served_from").notNull() },
  ({ servedFrom, release }) => [primaryKey({ columns: [servedFrom, release] })],
);

/** Served documents, by content hash. */
export const pageVersions = pgTable("page_versions", {
  version: text("version").primaryKey(),
  path: text("path").notNull(),
  /** Flags and audience that the document was rendered for; empty if it is the same for all visitors. */
  variant: text("variant").notNull(),
  release: text("release").notNull(),
  /** Digest of the document in {@link archivedFiles}. */
  digest: text("digest").notNull(),
  firstServedAt: instant("first_served_at").notNull(),
  /** Accurate to a day. */
  lastServedAt: instant("last_served_at").notNull().defaultNow(),
  /** URLs on this site that the document needs for its appearance. */
  addresses: text("addresses").array().notNull().default([]),
});

/** The last pruning of the archive: one row, `last`. */
export const archivePrunings = pgTable("archive_prunings", {
  id: text("id").primaryKey(),
  startedAt: instant("started_at").notNull(),
  /** Null while it is running, or if it was interrupted. */
  finishedAt: instant("finished_at"),
  /** Number of removed files, and their stored size in bytes. */
  files: integer("files").notNull(),
  bytes: bigint("bytes", { mode: "number" }).notNull(),
});

/** Recording settings for the recorder and the RUM client, by the ID that they request. */
export const recordingSettings = pgTable("recording_settings", {
  id: text("id").primaryKey(),
  settings: jsonb("settings").$type<RecordingSettings>().notNull(),
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Connected tools, by kind. A row without a revision only has the result of a connection that the environment sets. */
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

/** Who can watch replays besides owners and editors: one row, `default`; no row means no one. */
export const replayAccess = pgTable("replay_access", {
  id: text("id").primaryKey(),
  mayViewersWatch: boolean("may_viewers_watch").notNull(),
});

/** Replays that were deleted in the console. Data that their browsers still send is dropped. */
export const deletedReplays = pgTable(
  "deleted_replays",
  {
    sessionId: bigint("session_id", { mode: "number" }).notNull(),
    /** SHA-256 of the visitor ID, hex; hashed because the row outlives the visitor's data. */
    visitorDigest: text("visitor_digest").notNull(),
    deletedAt: instant("deleted_at").notNull(),
    /** When data that was still being stored during the deletion was deleted too; null until then. */
    settledAt: instant("settled_at"),
    /** How many blocks with data of the replay arrived afterwards. Each may have been stored, so the replay is no longer settled. */
    lateArrivals: integer("late_arrivals").notNull().default(0),
  },
  ({ sessionId, visitorDigest }) => [primaryKey({ columns: [sessionId, visitorDigest] })],
);

/** Trees of revisions, and what is published over one item, by their hash. Never changed. */
export const contentObjects = pgTable("content_objects", {
  /** SHA-256 of the value as canonical JSON, hex. */
  hash: text("hash").primaryKey(),
  /** A tree: hashes by item key. Or an item's changes: values by JSON Pointer. */
  value: jsonb("value").$type<Record<string, Json>>().notNull(),
});

/** What was published, one after the other. Never changed. */
export const contentRevisions = pgTable("content_revisions", {
  /** Counts from 1 without gaps: two publications at once can't both succeed. */
  number: integer("number").primaryKey(),
  /** SHA-256 of parent, tree, author, time and note, hex. */
  id: text("id").notNull().unique(),
  /** ID of the revision before it; null for the first. */
  parent: text("parent"),
  tree: text("tree").notNull(),
  /** Email address of the account. */
  author: text("author").notNull(),
  at: instant("at").notNull(),
  note: text("note").notNull(),
  /** Number of the revision whose content it restored. */
  restored: integer("restored"),
  /** The fields that differ from the parent: pointers by item key. */
  changed: jsonb("changed").$type<Record<string, string[]>>().notNull(),
  /** What it did with whole pages, by item key. */
  steps: jsonb("steps").$type<Record<string, DraftPage["step"]>>().notNull(),
  /** Key of the experiment whose variation it published. */
  experiment: text("experiment"),
});

/** Requests by day for redirects (by ID) and for paths without a page. They name no visitor. */
export const pathHits = pgTable(
  "path_hits",
  {
    kind: text("kind", { enum: ["redirect", "missing"] }).notNull(),
    name: text("name").notNull(),
    /** In UTC. */
    day: date("day").notNull(),
    hits: integer("hits").notNull(),
    lastAt: instant("last_at").notNull(),
  },
  ({ kind, name, day }) => [primaryKey({ columns: [kind, name, day] })],
);

export const contentDrafts = pgTable("content_drafts", {
  id: integer("id").primaryKey().generatedAlwaysAsIdentity(),
  name: text("name").notNull(),
  state: text("state", { enum: ["open", "published", "discarded"] }).notNull(),
  createdAt: instant("created_at").notNull(),
  /** Email address of the account. */
  createdBy: text("created_by").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Number of the revision; null until it is published. */
  publishedAs: integer("published_as"),
  /** When it is published by itself, who wants that, since when, and with which note; null if it is not scheduled. */
  scheduledFor: instant("scheduled_for"),
  scheduledBy: text("scheduled_by"),
  scheduledAt: instant("scheduled_at"),
  scheduleNote: text("schedule_note"),
  /** Why it was not published at that time. It is not tried again by itself. */
  scheduleProblem: text("schedule_problem"),
  /** Who asked for it to be published, and when; null if nobody has. A later change takes that back. */
  readyBy: text("ready_by"),
  readyAt: instant("ready_at"),
});

/** Links that show a preview to anyone who has them, until they expire. They end with the account that made them; a revoked one has no row. */
export const previewLinks = pgTable("preview_links", {
  /** Part of the signed address, which is not stored. */
  id: uuid("id").primaryKey().defaultRandom(),
  accountId: uuid("account_id")
    .notNull()
    .references(() => accounts.id, { onDelete: "cascade" }),
  /** What it shows, in words. */
  shows: text("shows").notNull(),
  /** Path of the page that it opens. */
  page: text("page").notNull(),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
  /** To the hour; null if nobody has opened it. */
  lastOpenedAt: instant("last_opened_at"),
});

export const contentDraftFields = pgTable(
  "content_draft_fields",
  {
    draft: integer("draft").notNull(),
    item: text("item").notNull(),
    pointer: text("pointer").notNull(),
    /** `from` is what was published when the change began. */
    change: jsonb("change").$type<{ value: Json; from: Json }>().notNull(),
    /** Size of the value as JSON. */
    bytes: integer("bytes").notNull(),
    revision: integer("revision").notNull(),
    /** Email address of the account. */
    author: text("author").notNull(),
    at: instant("at").notNull(),
  },
  ({ draft, item, pointer }) => [primaryKey({ columns: [draft, item, pointer] })],
);

/** Translations that people found right for an English text. The mark of a text that was changed since says nothing. */
export const translationMarks = pgTable(
  "translation_marks",
  {
    /** In the language of the translation. */
    item: text("item").notNull(),
    pointer: text("pointer").notNull(),
    /** SHA-256 of the English text and of the translation, as JSON, hex. */
    source: text("source").notNull(),
    text: text("text").notNull(),
    /** Email address of the account. */
    author: text("author").notNull(),
    at: instant("at").notNull(),
  },
  ({ item, pointer }) => [primaryKey({ columns: [item, pointer] })],
);

/** Uploaded originals of images, by the hash of their bytes. */
export const contentImages = pgTable("content_images", {
  /** SHA-256 of the bytes, hex. */
  hash: text("hash").primaryKey(),
  width: integer("width").notNull(),
  height: integer("height").notNull(),
  format: text("format").$type<ImageFile["format"]>().notNull(),
  bytes: integer("bytes").notNull(),
  /** Email address of the account that uploaded it first. */
  uploadedBy: text("uploaded_by").notNull(),
  /** When it was uploaded or put into a draft last. What no draft or revision uses is removed some time after that. */
  usedAt: instant("used_at").notNull(),
});

/** The bytes of originals in parts, so that no row is large: a backup reads many rows at once. */
export const contentImageParts = pgTable(
  "content_image_parts",
  { image: text("image").notNull(), part: integer("part").notNull(), body: bytes("body").notNull() },
  ({ image, part }) => [primaryKey({ columns: [image, part] })],
);

/** How long rows of a kind are kept, as it was applied last. */
export const recordRetention = pgTable("record_retention", {
  kind: text("kind").$type<RecordKind>().primaryKey(),
  /** Null keeps them forever. */
  days: integer("days"),
  appliedAt: instant("applied_at").notNull(),
});

/** Servers that run, or ran within the last days. */
export const instances = pgTable("instances", {
  /** Also the number of the advisory lock that a running one holds. */
  id: integer("id").generatedAlwaysAsIdentity().primaryKey(),
  /** ID of its data folder, which is the same after a restart. */
  folder: uuid("folder").notNull().unique(),
  host: text("host").notNull(),
  pid: integer("pid").notNull(),
  /** As in package.json. */
  version: text("version").notNull(),
  build: text("build").notNull(),
  /** The latest migration that it knows: see {@link latestMigration}, and the number of the event store's. */
  recordsMigration: bigint("records_migration", { mode: "number" }).notNull(),
  eventsMigration: integer("events_migration").notNull(),
  startedAt: instant("started_at").notNull(),
  heartbeatAt: instant("heartbeat_at").notNull(),
  /** When it was stopped; null while it runs, and for one that was killed. */
  endedAt: instant("ended_at"),
  /** What it said about itself with its last heartbeat. */
  report: jsonb("report").$type<Json>(),
});

/** What is known of this store's migrations, so that earlier versions can tell whether they can use it. */
export const recordMigrations = pgTable("record_migrations", {
  /** Its time in Drizzle's journal, in milliseconds since the epoch. */
  at: bigint("at", { mode: "number" }).primaryKey(),
  name: text("name").notNull(),
  kind: text("kind").$type<MigrationKind>().notNull(),
});

/** Archives that were made by this product, the last one included. */
export const backups = pgTable("backups", {
  /** Of the archive. */
  id: text("id").primaryKey(),
  /** The moment as of which it is. */
  madeAt: instant("made_at").notNull(),
  /** Size of the file. */
  bytes: bigint("bytes", { mode: "number" }).notNull(),
  rows: bigint("rows", { mode: "number" }).notNull(),
  /** Name of the machine on which it was made. */
  host: text("host").notNull(),
});

/** The last run of each background job, on any instance. */
export const jobs = pgTable("jobs", {
  name: text("name").$type<JobName>().primaryKey(),
  /** Where it ran. */
  host: text("host").notNull(),
  startedAt: instant("started_at").notNull(),
  endedAt: instant("ended_at").notNull(),
  result: text("result", { enum: ["ok", "failed"] }).notNull(),
  /** When it last failed, and why, without values. */
  failedAt: instant("failed_at"),
  error: text("error"),
});

/** How large stores, data folders and disks were at the end of each day (UTC). */
export const sizes = pgTable(
  "sizes",
  {
    of: text("of", { enum: SIZED }).notNull(),
    /** Of an instance; empty for the stores. */
    host: text("host").notNull(),
    day: date("day").notNull(),
    bytes: bigint("bytes", { mode: "number" }).notNull(),
  },
  ({ of, host, day }) => [primaryKey({ columns: [of, host, day] })],
);
