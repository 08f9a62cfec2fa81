CREATE TABLE "content_objects" (
  "hash" text PRIMARY KEY NOT NULL,
  "value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "content_revisions" (
  "number" integer PRIMARY KEY NOT NULL,
  "id" text NOT NULL UNIQUE,
  "parent" text,
  "tree" text NOT NULL REFERENCES "content_objects" ("hash"),
  "author" text NOT NULL,
  "at" timestamp with time zone NOT NULL,
  "note" text NOT NULL,
  "restored" integer,
  "changed" jsonb NOT NULL
);
