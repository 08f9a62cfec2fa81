-- expand
CREATE TABLE "preview_links" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "account_id" uuid NOT NULL REFERENCES "accounts"("id") ON DELETE CASCADE,
  "shows" text NOT NULL,
  "page" text NOT NULL,
  "created_at" timestamp (3) with time zone NOT NULL,
  "expires_at" timestamp (3) with time zone NOT NULL,
  "last_opened_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE INDEX "preview_links_by_account" ON "preview_links" ("account_id");
