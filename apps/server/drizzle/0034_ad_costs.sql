CREATE TABLE "ad_cost_imports" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "rows" integer NOT NULL,
  "first" text NOT NULL,
  "last" text NOT NULL,
  "cents" bigint NOT NULL,
  "imported_at" timestamp with time zone NOT NULL,
  "imported_by" text NOT NULL,
  "undone_at" timestamp with time zone,
  "undone_by" text
);
--> statement-breakpoint
CREATE TABLE "ad_costs" (
  "import_id" integer NOT NULL REFERENCES "ad_cost_imports" ("id") ON DELETE CASCADE,
  "day" text NOT NULL,
  "source" text NOT NULL,
  "medium" text NOT NULL,
  "campaign" text NOT NULL,
  "cents" bigint NOT NULL,
  PRIMARY KEY ("import_id", "day", "source", "medium", "campaign")
);
--> statement-breakpoint
CREATE INDEX "ad_costs_by_day" ON "ad_costs" ("day");
