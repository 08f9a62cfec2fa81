CREATE TABLE "connections" (
  "kind" text PRIMARY KEY NOT NULL,
  "settings" jsonb NOT NULL,
  "secrets" text,
  "secrets_set_at" jsonb DEFAULT '{}' NOT NULL,
  "enabled" boolean NOT NULL,
  "connected_at" timestamp with time zone,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone,
  "updated_by" text,
  "checked_at" timestamp with time zone,
  "error" text
);
