CREATE TABLE "consent_receipts" (
  "id" uuid PRIMARY KEY NOT NULL,
  "visitor_id" text,
  "groups" text[] NOT NULL,
  "text_version" integer NOT NULL,
  "country" text NOT NULL,
  "decided_at" timestamp with time zone NOT NULL,
  "received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "consent_receipts_received_at" ON "consent_receipts" ("received_at");
--> statement-breakpoint
CREATE INDEX "consent_receipts_visitor" ON "consent_receipts" ("visitor_id");
--> statement-breakpoint
CREATE TABLE "erasures" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "visitor_id" text NOT NULL,
  "requested_by" text NOT NULL,
  "requested_at" timestamp with time zone NOT NULL,
  "completed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "erasures_open" ON "erasures" ("requested_at") WHERE "completed_at" IS NULL;
