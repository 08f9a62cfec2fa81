ALTER TABLE "leads" ADD COLUMN "visit" jsonb;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "copied_version" integer DEFAULT 0 NOT NULL;
--> statement-breakpoint
ALTER TABLE "leads" ADD COLUMN "copy_claimed_until" timestamp with time zone;
--> statement-breakpoint
CREATE INDEX "leads_not_copied" ON "leads" ("created_at") WHERE "copied_version" < "version";
--> statement-breakpoint
CREATE INDEX "leads_by_visitor" ON "leads" (("visit" ->> 'visitorId')) WHERE "visit" IS NOT NULL;
--> statement-breakpoint
CREATE TABLE "removed_leads" (
  "id" uuid PRIMARY KEY NOT NULL,
  "removed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE FUNCTION "remember_removed_lead"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO "removed_leads" ("id") VALUES (OLD."id") ON CONFLICT DO NOTHING;
  RETURN OLD;
END
$$;
--> statement-breakpoint
CREATE TRIGGER "leads_removed" AFTER DELETE ON "leads" FOR EACH ROW EXECUTE FUNCTION "remember_removed_lead"();
