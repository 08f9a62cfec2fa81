-- expand
CREATE TABLE "security_events" (
  "id" integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  "at" timestamp (3) with time zone NOT NULL,
  "kind" text NOT NULL,
  "account" text,
  "about" text,
  "network" text NOT NULL,
  "country" text NOT NULL DEFAULT '',
  "count" integer NOT NULL DEFAULT 1
);
--> statement-breakpoint
CREATE INDEX "security_events_at" ON "security_events" ("at");
