ALTER TABLE "archived_files" ADD COLUMN "kept_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "archived_addresses" ADD COLUMN "last_served_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "page_versions" ADD COLUMN "last_served_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "page_versions" ADD COLUMN "addresses" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "last_served_at" timestamp with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "releases" ADD COLUMN "addresses" text[] DEFAULT '{}' NOT NULL;
--> statement-breakpoint
UPDATE "releases" SET "addresses" = coalesce((SELECT array_agg(DISTINCT "address") FROM "archived_addresses"), '{}');
--> statement-breakpoint
CREATE INDEX "archived_addresses_digest" ON "archived_addresses" ("digest");
--> statement-breakpoint
CREATE INDEX "page_versions_digest" ON "page_versions" ("digest");
--> statement-breakpoint
CREATE TABLE "archive_prunings" (
  "id" text PRIMARY KEY NOT NULL,
  "started_at" timestamp with time zone NOT NULL,
  "finished_at" timestamp with time zone,
  "files" integer NOT NULL,
  "bytes" bigint NOT NULL
);
