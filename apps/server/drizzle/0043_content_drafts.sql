CREATE TABLE "content_drafts" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "state" text NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "created_by" text NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "published_as" integer
);
--> statement-breakpoint
CREATE INDEX "content_drafts_by_state" ON "content_drafts" ("state", "updated_at");
--> statement-breakpoint
CREATE TABLE "content_draft_fields" (
  "draft" integer NOT NULL REFERENCES "content_drafts" ("id"),
  "item" text NOT NULL,
  "pointer" text NOT NULL,
  "change" jsonb NOT NULL,
  "bytes" integer NOT NULL,
  "revision" integer NOT NULL,
  "author" text NOT NULL,
  "at" timestamp with time zone NOT NULL,
  PRIMARY KEY ("draft", "item", "pointer")
);
