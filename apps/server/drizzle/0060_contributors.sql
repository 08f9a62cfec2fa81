ALTER TABLE "content_drafts" ADD COLUMN "ready_by" text;
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD COLUMN "ready_at" timestamp with time zone;
