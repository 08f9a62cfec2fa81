ALTER TABLE "content_drafts" ADD COLUMN "ready_by" text;
--> statement-breakpoint
ALTER TABLE "content_drafts" ADD COLUMN "ready_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "accounts" DROP CONSTRAINT "accounts_role_check";
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_role_check" CHECK ("role" IN ('owner', 'editor', 'contributor', 'viewer'));
