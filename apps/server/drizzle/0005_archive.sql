CREATE TABLE "archived_files" (
  "digest" text PRIMARY KEY NOT NULL,
  "media_type" text NOT NULL,
  "body" bytea NOT NULL
);
--> statement-breakpoint
CREATE TABLE "archived_addresses" (
  "address" text NOT NULL,
  "digest" text NOT NULL,
  "first_seen_at" timestamp with time zone NOT NULL,
  PRIMARY KEY ("address", "digest")
);
--> statement-breakpoint
CREATE TABLE "releases" (
  "id" text PRIMARY KEY NOT NULL,
  "first_served_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "page_versions" (
  "version" text PRIMARY KEY NOT NULL,
  "path" text NOT NULL,
  "variant" text NOT NULL,
  "release" text NOT NULL,
  "digest" text NOT NULL,
  "first_served_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "page_versions_path" ON "page_versions" ("path", "first_served_at");
