-- expand
CREATE TABLE "jobs" (
  "name" text PRIMARY KEY,
  "host" text NOT NULL,
  "started_at" timestamp with time zone NOT NULL,
  "ended_at" timestamp with time zone NOT NULL,
  "result" text NOT NULL,
  "failed_at" timestamp with time zone,
  "error" text
);
--> statement-breakpoint
CREATE TABLE "sizes" (
  "of" text NOT NULL,
  "host" text NOT NULL,
  "day" date NOT NULL,
  "bytes" bigint NOT NULL,
  PRIMARY KEY ("of", "host", "day")
);
