CREATE TABLE "deleted_replays" (
  "session_id" bigint NOT NULL,
  "visitor_digest" text NOT NULL,
  "deleted_at" timestamp with time zone NOT NULL,
  "settled_at" timestamp with time zone,
  CONSTRAINT "deleted_replays_pk" PRIMARY KEY("session_id", "visitor_digest")
);
