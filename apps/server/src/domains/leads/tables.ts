import type {
  CompanySize,
  LeadDeliveryState,
  LeadDestination,
  LeadFormId,
  LeadStatus,
  Locale,
} from "@marquee/contract";
import { LEAD_ENTRY_KINDS } from "@marquee/contract/schema";
import { boolean, integer, numeric, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";
import { accounts } from "../accounts/tables.ts";

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
  /** From the form, otherwise the domain of a work email address; may be empty. */
  company: text("company").notNull().default(""),
  status: text("status").$type<LeadStatus>().notNull().default("new"),
  /**
   * When status or value last changed, by the clock of the person or system that changed it; null if neither
   * has.
   */
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
  /** Increases when a field of the lead's copy in the event store changes. */
  version: integer("version").notNull().default(1),
  /** Version of the copy; 0 before the first. A lower one than `version` means that it is not copied yet. */
  copiedVersion: integer("copied_version").notNull().default(0),
  /** Until when an instance has claimed it for copying. */
  copyClaimedUntil: instant("copy_claimed_until"),
});

/** What happened to a lead after it was sent. Deleted with the lead, because notes may have personal data. */
export const leadEntries = pgTable("lead_entries", {
  id: uuid("id").primaryKey().defaultRandom(),
  leadId: uuid("lead_id")
    .notNull()
    .references(() => leads.id, { onDelete: "cascade" }),
  /** When it happened, and the account's email address, which is null if a webhook reported it. */
  at: instant("at").notNull(),
  actor: text("actor"),
  kind: text("kind", { enum: LEAD_ENTRY_KINDS }).notNull(),
  /** Values before and after; null for none. The text of a note is the value after. */
  before: text("before"),
  after: text("after"),
  /** A deleted note can be restored. */
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
    /** Number of attempts since the lead arrived, or since it was last retried. */
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

/** IDs of deleted leads whose copies in the event store still have to be deleted. A trigger adds them. */
export const removedLeads = pgTable("removed_leads", {
  id: uuid("id").primaryKey(),
  removedAt: instant("removed_at").notNull().defaultNow(),
});
