CREATE TABLE "flags" (
  "key" text PRIMARY KEY NOT NULL,
  "definition" jsonb NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "experiments" (
  "key" text PRIMARY KEY NOT NULL,
  "definition" jsonb NOT NULL,
  "revision" integer NOT NULL,
  "state" text NOT NULL,
  "phase" integer NOT NULL,
  "started_at" timestamp with time zone,
  "stopped_at" timestamp with time zone,
  "shipped" text,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "changes" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "at" timestamp with time zone NOT NULL,
  "actor" text NOT NULL,
  "entity" text NOT NULL,
  "key" text NOT NULL,
  "action" text NOT NULL,
  "before" jsonb,
  "after" jsonb
);
--> statement-breakpoint
CREATE INDEX "changes_entity" ON "changes" ("entity", "key", "id");
--> statement-breakpoint
CREATE TABLE "invitations" (
  "id" text PRIMARY KEY NOT NULL,
  "email" text NOT NULL UNIQUE,
  "role" text NOT NULL,
  "expires_at" timestamp with time zone NOT NULL
);
