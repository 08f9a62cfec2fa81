ALTER TABLE "erasures" ADD COLUMN "identities" jsonb;
--> statement-breakpoint
CREATE INDEX "erasures_requested_at" ON "erasures" ("requested_at");
--> statement-breakpoint
CREATE INDEX "erasures_visitor" ON "erasures" ("visitor_id");
--> statement-breakpoint
CREATE TABLE "data_exports" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "subject" text NOT NULL,
  "requested_by" text NOT NULL,
  "requested_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "data_exports_requested_at" ON "data_exports" ("requested_at");
