import type { RecordingSettings } from "@marquee/contract";
import { boolean, integer, pgTable, text } from "drizzle-orm/pg-core";
import { instant, jsonb } from "../../platform/storage/records/columns.ts";

/** Recording settings for the recorder and the RUM client, by the ID that they request. */
export const recordingSettings = pgTable("recording_settings", {
  id: text("id").primaryKey(),
  settings: jsonb("settings").$type<RecordingSettings>().notNull(),
  revision: integer("revision").notNull(),
  updatedAt: instant("updated_at").notNull(),
  /** Email address of the account. */
  updatedBy: text("updated_by").notNull(),
});

/** Who can watch replays besides owners and editors: one row, `default`; no row means no one. */
export const replayAccess = pgTable("replay_access", {
  id: text("id").primaryKey(),
  mayViewersWatch: boolean("may_viewers_watch").notNull(),
});
