import { bigint, boolean, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { RecordKind } from "../../platform/config/recordRetention.ts";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";

/**
 * Names of people: the only table that links browsers, user IDs, email addresses and leads to a person. A user ID, email address or lead
 * belongs to exactly one person; a browser that several people used has one row for each of them.
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
  /** Number of times that names were deleted. Names read from events before a deletion must not be stored after it. */
  deletions: bigint("deletions", { mode: "number" }).notNull().default(0),
});

/** Keyed hashes of the names of someone whose data was deleted, by kind: see `PersonIdentities`. */
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
  /** When the deleted data was removed from the stores' files; null until then. */
  erasedAt: instant("erased_at"),
  /** Whether the person's leads were deleted, too. */
  withLeads: boolean("with_leads").notNull().default(false),
  /** Keyed hashes of all names whose data was deleted, so that a restored backup can repeat the deletion; null until it is complete. */
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
  /** Its keyed hash, set at that time. */
  subjectHash: text("subject_hash"),
  /** Email address of the account that requested it; `visitor` for a visitor's own data. */
  requestedBy: text("requested_by").notNull(),
  requestedAt: instant("requested_at").notNull(),
});

/** The retention of each kind of row that was applied last. */
export const recordRetention = pgTable("record_retention", {
  kind: text("kind").$type<RecordKind>().primaryKey(),
  /** Null keeps them forever. */
  days: integer("days"),
  appliedAt: instant("applied_at").notNull(),
});
