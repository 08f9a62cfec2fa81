CREATE TABLE "api_keys" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "name" text NOT NULL,
  "digest" text NOT NULL,
  "starts_with" text NOT NULL,
  "created_by" text,
  "created_at" timestamp with time zone NOT NULL,
  "last_used_at" timestamp with time zone,
  "revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_active" ON "api_keys" ("digest") WHERE "revoked_at" IS NULL;
