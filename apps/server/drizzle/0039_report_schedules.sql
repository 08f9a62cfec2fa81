CREATE TABLE "report_schedules" (
  "report_id" integer PRIMARY KEY NOT NULL REFERENCES "reports"("id") ON DELETE CASCADE,
  "schedule" jsonb NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_recipients" (
  "report_id" integer NOT NULL REFERENCES "reports"("id") ON DELETE CASCADE,
  "email" text NOT NULL,
  "slot" text NOT NULL,
  "state" text NOT NULL,
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_at" timestamp with time zone,
  "error" text,
  "attempted_at" timestamp with time zone,
  "unsubscribed_at" timestamp with time zone,
  PRIMARY KEY ("report_id", "email")
);
