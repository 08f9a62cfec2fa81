CREATE TABLE "leads" (
  "id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  "submission_id" uuid NOT NULL UNIQUE,
  "form_id" integer,
  "kind" text NOT NULL CHECK ("kind" IN ('sales', 'demo', 'sign-up')),
  "email" text NOT NULL,
  "company_size" text,
  "message" text NOT NULL,
  "name" text NOT NULL,
  "locale" text NOT NULL,
  "page_path" text NOT NULL,
  "location" text NOT NULL,
  "attribution" jsonb NOT NULL,
  "route" text,
  "meeting_url" text,
  "is_spam" boolean NOT NULL,
  "created_at" timestamp with time zone NOT NULL,
  "webhook_state" text NOT NULL CHECK ("webhook_state" IN ('none', 'pending', 'delivered', 'failed')),
  "webhook_attempts" integer DEFAULT 0 NOT NULL,
  "webhook_next_at" timestamp with time zone,
  "webhook_error" text
);
--> statement-breakpoint
CREATE INDEX "leads_created_at" ON "leads" ("created_at");
--> statement-breakpoint
CREATE INDEX "leads_webhook_due" ON "leads" ("webhook_next_at") WHERE "webhook_state" = 'pending';
--> statement-breakpoint
CREATE TABLE "signing_keys" (
  "name" text PRIMARY KEY NOT NULL,
  "key" text NOT NULL
);
