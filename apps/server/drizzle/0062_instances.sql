-- expand
CREATE TABLE "instances" (
  "id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "folder" uuid UNIQUE NOT NULL,
  "host" text NOT NULL,
  "pid" integer NOT NULL,
  "version" text NOT NULL,
  "build" text NOT NULL,
  "records_migration" bigint NOT NULL,
  "events_migration" integer NOT NULL,
  "started_at" timestamp with time zone NOT NULL,
  "heartbeat_at" timestamp with time zone NOT NULL,
  "ended_at" timestamp with time zone,
  "report" jsonb
);
--> statement-breakpoint
CREATE TABLE "record_migrations" ("at" bigint PRIMARY KEY, "name" text NOT NULL, "kind" text NOT NULL);
