-- expand
CREATE TABLE "record_retention" ("kind" text PRIMARY KEY, "days" integer, "applied_at" timestamp with time zone NOT NULL);
