ALTER TABLE "leads" ADD COLUMN "company" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "status" text DEFAULT 'new' NOT NULL CHECK ("status" IN ('new', 'contacted', 'qualified', 'won', 'lost'));
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "status_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "value" numeric CHECK ("value" >= 0 AND "value" = round("value", 2));
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "owner_id" uuid REFERENCES "accounts" ("id") ON DELETE SET NULL;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "read_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "meeting_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "leads" SET "read_at" = "created_at", "company" = CASE WHEN "kind" = 'sign-up' THEN '' ELSE lower(split_part("email", '@', 2)) END;
--> statement-breakpoint
CREATE INDEX "leads_unread" ON "leads" ("created_at") WHERE "read_at" IS NULL AND NOT "is_spam";
--> statement-breakpoint
CREATE INDEX "leads_by_time" ON "leads" ("created_at" DESC, "id" DESC);
--> statement-breakpoint
CREATE INDEX "leads_by_email" ON "leads" (lower("email"));
--> statement-breakpoint
CREATE TABLE "lead_entries" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "lead_id" uuid NOT NULL REFERENCES "leads" ("id") ON DELETE CASCADE,
  "at" timestamp with time zone NOT NULL,
  "actor" text,
  "kind" text NOT NULL CHECK ("kind" IN ('status', 'value', 'owner', 'note', 'meeting')),
  "before" text,
  "after" text,
  "is_deleted" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE INDEX "lead_entries_by_lead" ON "lead_entries" ("lead_id", "at");
--> statement-breakpoint
CREATE TABLE "lead_meetings" (
  "lead_id" uuid NOT NULL REFERENCES "leads" ("id") ON DELETE CASCADE,
  "meeting_id" text NOT NULL,
  "starts_at" timestamp with time zone NOT NULL,
  "is_canceled" boolean NOT NULL,
  "reported_at" timestamp with time zone NOT NULL,
  PRIMARY KEY ("lead_id", "meeting_id")
);
