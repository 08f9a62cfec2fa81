ALTER TABLE "archived_addresses" DROP CONSTRAINT "archived_addresses_pkey";
--> statement-breakpoint
ALTER TABLE "archived_addresses" ADD PRIMARY KEY ("address", "first_seen_at", "digest");
--> statement-breakpoint
CREATE TABLE "release_starts" (
  "release" text NOT NULL,
  "served_from" timestamp with time zone NOT NULL,
  PRIMARY KEY ("served_from", "release")
);
--> statement-breakpoint
INSERT INTO "release_starts" ("release", "served_from") SELECT "id", "first_served_at" FROM "releases";
