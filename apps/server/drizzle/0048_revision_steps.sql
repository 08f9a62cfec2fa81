ALTER TABLE "content_revisions" ADD COLUMN "steps" jsonb DEFAULT '{}' NOT NULL;
