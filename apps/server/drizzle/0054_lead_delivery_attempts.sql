CREATE TABLE "lead_delivery_attempts" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "lead_id" uuid NOT NULL,
  "destination" text NOT NULL,
  "at" timestamp with time zone NOT NULL,
  "error" text,
  FOREIGN KEY ("lead_id", "destination") REFERENCES "lead_deliveries" ("lead_id", "destination") ON DELETE CASCADE
);
--> statement-breakpoint
CREATE INDEX "lead_delivery_attempts_by_lead" ON "lead_delivery_attempts" ("lead_id", "at");
--> statement-breakpoint
INSERT INTO "lead_delivery_attempts" ("lead_id", "destination", "at", "error")
SELECT "lead_id", "destination", "attempted_at", "error" FROM "lead_deliveries" WHERE "attempted_at" IS NOT NULL;
