ALTER TABLE "content_drafts" ADD COLUMN "scheduled_for" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD COLUMN "scheduled_by" text;
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD COLUMN "scheduled_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD COLUMN "schedule_note" text;
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD COLUMN "schedule_problem" text;
