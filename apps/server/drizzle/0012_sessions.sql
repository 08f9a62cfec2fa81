ALTER TABLE "accounts" ADD COLUMN "last_signed_in_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "browser" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "os" text DEFAULT '' NOT NULL;
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "country" text DEFAULT '' NOT NULL;
--> statement-breakpoint
CREATE TABLE "known_devices" (
  "id" text NOT NULL,
  "account_id" uuid NOT NULL REFERENCES "accounts" ("id") ON DELETE CASCADE,
  "last_used_at" timestamp with time zone NOT NULL,
  PRIMARY KEY ("id", "account_id")
);
--> statement-breakpoint
CREATE INDEX "known_devices_account_id" ON "known_devices" ("account_id");
--> statement-breakpoint
UPDATE "accounts" SET "last_signed_in_at" = (SELECT max("created_at") FROM "sessions" WHERE "sessions"."account_id" = "accounts"."id");
