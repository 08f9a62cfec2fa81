CREATE TABLE "notes" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "at" timestamp with time zone NOT NULL,
  "text" text NOT NULL,
  "is_deleted" boolean DEFAULT false NOT NULL,
  "revision" integer NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "created_by" text NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notes_by_time" ON "notes" ("at");
