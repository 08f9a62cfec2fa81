import type {
  CompanySize,
  ConsentGroup,
  ExperimentDefinition,
  FlagDefinition,
  Json,
  LeadFormId,
  Locale,
} from "@marquee/contract";
import { boolean, integer, jsonb, pgTable, text, timestamp, uuid } from "drizzle-orm/pg-core";

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

/** People whose events are to be deleted, and those whose were. */
export const erasures = pgTable("erasures", {
  id: uuid("id").primaryKey().defaultRandom(),
  /** Anonymous id of a visitor who withdrew, else the id or address that was asked for. */
  visitorId: text("visitor_id").notNull(),
  /** `visitor` for a withdrawal, else the e-mail address of the account that asked. */
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
  completedAt: instant("completed_at"),
  /** Every name of the person where more than `visitorId` is known. */
  identities: jsonb("identities").$type<{ ids: string[]; browsers: string[]; emails: string[] }>(),
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
  entity: text("entity", { enum: ["flag", "experiment", "account"] }).notNull(),
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
