CREATE TABLE "path_hits" (
  "kind" text NOT NULL,
  "name" text NOT NULL,
  "day" date NOT NULL,
  "hits" integer NOT NULL,
  "last_at" timestamp with time zone NOT NULL,
  PRIMARY KEY ("kind", "name", "day")
);
--> statement-breakpoint
CREATE INDEX "path_hits_by_day" ON "path_hits" ("day");
