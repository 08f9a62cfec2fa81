-- expand
ALTER TABLE "campaign_links" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaign_links" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "campaign_links" ADD COLUMN "updated_by" text;
--> statement-breakpoint
UPDATE "campaign_links" SET "updated_at" = "created_at", "updated_by" = "created_by";
--> statement-breakpoint
ALTER TABLE "ad_cost_imports" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;
--> statement-breakpoint
ALTER TABLE "ad_cost_imports" ADD COLUMN "updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL;
--> statement-breakpoint
ALTER TABLE "ad_cost_imports" ADD COLUMN "updated_by" text;
--> statement-breakpoint
UPDATE "ad_cost_imports" SET "updated_at" = coalesce("undone_at", "imported_at"), "updated_by" = coalesce("undone_by", "imported_by");
