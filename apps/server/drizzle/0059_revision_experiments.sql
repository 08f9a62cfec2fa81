ALTER TABLE "content_revisions" ADD COLUMN "experiment" text;
