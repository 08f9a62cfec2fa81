CREATE TABLE "identities" (
  "person" uuid NOT NULL,
  "kind" text NOT NULL CHECK ("kind" IN ('anonymous', 'user', 'email', 'lead')),
  "value" text NOT NULL,
  "source" text NOT NULL CHECK ("source" IN ('event', 'lead')),
  "consented_at" timestamp with time zone,
  "last_seen_at" timestamp with time zone NOT NULL,
  "created_at" timestamp with time zone DEFAULT now() NOT NULL,
  PRIMARY KEY ("kind", "value", "person")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "identities_of_one_person" ON "identities" ("kind", "value") WHERE "kind" <> 'anonymous';
--> statement-breakpoint
CREATE INDEX "identities_person" ON "identities" ("person");
--> statement-breakpoint
CREATE INDEX "identities_last_seen_at" ON "identities" ("last_seen_at");
--> statement-breakpoint
CREATE TABLE "identity_progress" (
  "id" text PRIMARY KEY NOT NULL,
  "inserted_through" timestamp with time zone,
  "deletions" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
INSERT INTO "identity_progress" ("id") VALUES ('events');
