CREATE TABLE "error_statuses" (
  "fingerprint" text PRIMARY KEY NOT NULL,
  "state" text NOT NULL,
  "resolved_at" timestamp with time zone,
  "resolved_in" text DEFAULT '' NOT NULL,
  "owner_id" uuid REFERENCES "accounts"("id") ON DELETE SET NULL,
  "message" text NOT NULL,
  "revision" integer NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
