CREATE TABLE "upgrades" (
  "name" text PRIMARY KEY NOT NULL,
  "at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
INSERT INTO "upgrades" ("name", "at") VALUES ('visitor proofs', now());
