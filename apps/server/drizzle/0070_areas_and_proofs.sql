-- expand
ALTER TABLE "accounts" ADD COLUMN "areas" text[];
--> statement-breakpoint
ALTER TABLE "invitations" ADD COLUMN "areas" text[];
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "proven_at" timestamp (3) with time zone;
