CREATE TABLE "goals" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "condition" jsonb NOT NULL,
  "value" double precision,
  "is_archived" boolean DEFAULT false NOT NULL,
  "revision" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "created_by" text NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "goals_by_name" ON "goals" (lower("name"));
--> statement-breakpoint
CREATE TABLE "segments" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "owner_id" uuid REFERENCES "accounts"("id") ON DELETE SET NULL,
  "is_shared" boolean NOT NULL,
  "filters" jsonb NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "segments_by_owner" ON "segments" ("owner_id");
