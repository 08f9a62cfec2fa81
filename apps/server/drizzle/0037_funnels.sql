CREATE TABLE "funnels" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "funnel" jsonb NOT NULL,
  "is_archived" boolean DEFAULT false NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "funnels_by_name" ON "funnels" (lower("name"));
