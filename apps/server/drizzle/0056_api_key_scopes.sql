ALTER TABLE "api_keys" ADD COLUMN "scope" text DEFAULT 'figures' NOT NULL;
