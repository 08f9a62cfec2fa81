CREATE TABLE "history_imports" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "system" text NOT NULL,
  "name" text NOT NULL,
  "digest" text NOT NULL,
  "state" text NOT NULL,
  "first" text NOT NULL,
  "last" text NOT NULL,
  "rows" integer NOT NULL,
  "reports" jsonb NOT NULL,
  "imported_at" timestamp with time zone NOT NULL,
  "imported_by" text NOT NULL,
  "undone_at" timestamp with time zone,
  "undone_by" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "history_imports_one_running" ON "history_imports" ("state") WHERE "state" = 'running';
