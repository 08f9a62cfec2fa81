import type { ImageFile, Json } from "@marquee/contract";
import type { DraftPage } from "@marquee/contract/schema";
import { date, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { bytes, instant, jsonb } from "../../platform/storage/records/columns.ts";
import { accounts } from "../accounts/tables.ts";

/** Trees of revisions, and published changes of single items, by hash. Immutable. */
export const contentObjects = pgTable("content_objects", {
  /** SHA-256 of the value as canonical JSON, hex. */
  hash: text("hash").primaryKey(),
  /** A tree: hashes by item key. Or an item's changes: values by JSON Pointer. */
  value: jsonb("value").$type<Record<string, Json>>().notNull(),
});

/** Publications in order. Immutable. */
export const contentRevisions = pgTable("content_revisions", {
  /** Counts from 1 without gaps: two concurrent publications can't both succeed. */
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
  /** Its changes of whole pages, by item key. */
  steps: jsonb("steps").$type<Record<string, DraftPage["step"]>>().notNull(),
  /** Key of the experiment whose variation it published. */
  experiment: text("experiment"),
});

/** Requests by day for redirects (by ID) and for paths without a page. They contain no visitor data. */
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
  /** When it is scheduled to be published, who scheduled it, when, and with which note; null if it is not scheduled. */
  scheduledFor: instant("scheduled_for"),
  scheduledBy: text("scheduled_by"),
  scheduledAt: instant("scheduled_at"),
  scheduleNote: text("schedule_note"),
  /** Why it was not published at that time. It is not retried automatically. */
  scheduleProblem: text("schedule_problem"),
  /** Who requested publication, and when; null if nobody has. A later change resets it. */
  readyBy: text("ready_by"),
  readyAt: instant("ready_at"),
});

/**
 * Links that show a preview to anyone who has them, until they expire. They are deleted with the account that created them, and when revoked.
 */
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
  /** Precise to the hour; null if nobody has opened it. */
  lastOpenedAt: instant("last_opened_at"),
});

export const contentDraftFields = pgTable(
  "content_draft_fields",
  {
    draft: integer("draft").notNull(),
    item: text("item").notNull(),
    pointer: text("pointer").notNull(),
    /** `from` is the published value that the change started from. */
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

/**
 * Translations that people marked as up to date for an English text. A mark no longer applies once a text has changed.
 */
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
  /** When it was last uploaded or added to a draft. Unused originals are removed some time after that. */
  usedAt: instant("used_at").notNull(),
});

/** The bytes of originals in parts, so that no row is large, because a backup reads many rows at once. */
export const contentImageParts = pgTable(
  "content_image_parts",
  { image: text("image").notNull(), part: integer("part").notNull(), body: bytes("body").notNull() },
  ({ image, part }) => [primaryKey({ columns: [image, part] })],
);
