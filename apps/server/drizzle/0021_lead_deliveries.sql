CREATE TABLE "lead_deliveries" (
  "lead_id" uuid NOT NULL REFERENCES "leads" ("id") ON DELETE CASCADE,
  "destination" text NOT NULL CHECK ("destination" IN ('webhook', 'slack', 'email')),
  "state" text NOT NULL CHECK ("state" IN ('pending', 'delivered', 'failed')),
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_at" timestamp with time zone,
  "error" text,
  "attempted_at" timestamp with time zone,
  PRIMARY KEY ("lead_id", "destination")
);
--> statement-breakpoint
CREATE INDEX "lead_deliveries_due" ON "lead_deliveries" ("destination", "next_at") WHERE "state" = 'pending';
--> statement-breakpoint
INSERT INTO "lead_deliveries" ("lead_id", "destination", "state", "attempts", "next_at", "error")
SELECT "id", 'webhook', "webhook_state", "webhook_attempts", "webhook_next_at", left("webhook_error", 500)
FROM "leads" WHERE "webhook_state" <> 'none';
--> statement-breakpoint
ALTER TABLE "leads" DROP COLUMN "webhook_state", DROP COLUMN "webhook_attempts", DROP COLUMN "webhook_next_at", DROP COLUMN "webhook_error";
