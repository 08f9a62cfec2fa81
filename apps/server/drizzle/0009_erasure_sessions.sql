CREATE TABLE "erasure_sessions" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "found" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "erasures" ADD COLUMN "sessions_id" uuid;
