CREATE TABLE "sites" (
  "id" text PRIMARY KEY NOT NULL,
  "hosts" text[] NOT NULL,
  "time_zone" text NOT NULL,
  "week_start" integer NOT NULL CHECK ("week_start" BETWEEN 1 AND 7),
  "excluded_addresses" text[] DEFAULT '{}' NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone,
  "updated_by" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "sites_only_one" ON "sites" ((true));
