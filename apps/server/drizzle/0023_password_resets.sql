CREATE TABLE "password_resets" (
  "id" text PRIMARY KEY NOT NULL,
  "account_id" uuid NOT NULL REFERENCES "accounts" ("id") ON DELETE CASCADE,
  "expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "password_resets_by_account" ON "password_resets" ("account_id");
