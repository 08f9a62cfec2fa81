CREATE TABLE "recording_settings" (
  "id" text PRIMARY KEY NOT NULL,
  "settings" jsonb NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "replay_access" (
  "id" text PRIMARY KEY NOT NULL,
  "may_viewers_watch" boolean NOT NULL
);
