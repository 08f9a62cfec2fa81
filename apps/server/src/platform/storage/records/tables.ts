import type { Json } from "@marquee/contract";
import { CHANGE_ENTITIES, type JobName, SIZED } from "@marquee/contract/schema";
import { bigint, date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import type { MigrationKind } from "../migrationKind.ts";
import { instant, jsonb } from "./columns.ts";

/** Secrets that all server instances share. The first instance that needs one creates it. */
export const signingKeys = pgTable("signing_keys", {
  name: text("name").primaryKey(),
  /** 256 random bits, base64url. */
  key: text("key").notNull(),
});

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

/** Replays that were deleted in the console. Data that browsers still send for them is dropped. */
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

/** Servers that are running, or were running within the last days. */
export const instances = pgTable("instances", {
  /** Also the number of the advisory lock held while it is running. */
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
  /** Its report in the last heartbeat. */
  report: jsonb("report").$type<Json>(),
});

/** Kinds of this store's migrations, so that earlier versions can tell whether they can use it. */
export const recordMigrations = pgTable("record_migrations", {
  /** Its time in Drizzle's journal, in milliseconds since the epoch. */
  at: bigint("at", { mode: "number" }).primaryKey(),
  name: text("name").notNull(),
  kind: text("kind").$type<MigrationKind>().notNull(),
});

/** Archives created by this product. */
export const backups = pgTable("backups", {
  /** ID of the archive. */
  id: text("id").primaryKey(),
  /** The time that it represents. */
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
