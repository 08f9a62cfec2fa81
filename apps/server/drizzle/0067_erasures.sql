-- expand
ALTER TABLE "consent_receipts" ADD COLUMN "visitor_hash" text;
--> statement-breakpoint
CREATE INDEX "consent_receipts_visitor_hash" ON "consent_receipts" ("visitor_hash");
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "subject_hash" text;
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "names" jsonb;
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "with_leads" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "erased_at" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "erasures_subject_hash" ON "erasures" ("subject_hash");
--> statement-breakpoint
CREATE INDEX "erasures_not_erased" ON "erasures" ("requested_at") WHERE "erased_at" IS NULL;
--> statement-breakpoint
ALTER TABLE "data_exports" ADD COLUMN "subject_hash" text;
