import { bigint, integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { bytes, instant } from "../../platform/storage/records/columns.ts";

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
