ALTER TABLE "deleted_replays" ADD COLUMN "late_arrivals" integer NOT NULL DEFAULT 0;
