CREATE TABLE "digests" (
  "account_id" uuid PRIMARY KEY NOT NULL REFERENCES "accounts"("id") ON DELETE CASCADE,
  "is_on" boolean NOT NULL,
  "week" text NOT NULL,
  "state" text NOT NULL,
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_at" timestamp with time zone,
  "error" text,
  "attempted_at" timestamp with time zone
);
