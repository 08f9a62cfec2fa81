CREATE TABLE "reports" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "name" text NOT NULL,
  "description" text DEFAULT '' NOT NULL,
  "content" jsonb NOT NULL,
  "owner_id" uuid REFERENCES "accounts"("id") ON DELETE SET NULL,
  "is_shared" boolean NOT NULL,
  "is_deleted" boolean DEFAULT false NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_shares" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "report_id" integer NOT NULL REFERENCES "reports"("id") ON DELETE CASCADE,
  "digest" text NOT NULL,
  "account_id" uuid NOT NULL REFERENCES "accounts"("id") ON DELETE CASCADE,
  "created_at" timestamp with time zone NOT NULL,
  "expires_at" timestamp with time zone NOT NULL,
  "revoked_at" timestamp with time zone,
  "last_opened_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "report_shares_by_digest" ON "report_shares" ("digest");
--> statement-breakpoint
CREATE INDEX "report_shares_by_report" ON "report_shares" ("report_id");
