CREATE TABLE "campaign_links" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "destination" text NOT NULL,
  "source" text NOT NULL,
  "medium" text NOT NULL,
  "campaign" text NOT NULL,
  "content" text NOT NULL,
  "term" text NOT NULL,
  "is_deleted" boolean DEFAULT false NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "created_by" text NOT NULL
);
