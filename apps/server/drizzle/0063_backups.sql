-- expand
CREATE TABLE "backups" (
  "id" text PRIMARY KEY,
  "made_at" timestamp with time zone NOT NULL,
  "bytes" bigint NOT NULL,
  "rows" bigint NOT NULL,
  "host" text NOT NULL
);
