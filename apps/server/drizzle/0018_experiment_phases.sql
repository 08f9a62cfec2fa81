CREATE TABLE "experiment_phases" (
  "experiment" text NOT NULL REFERENCES "experiments" ("key") ON DELETE CASCADE,
  "phase" integer NOT NULL,
  "definition" jsonb NOT NULL,
  "started_at" timestamp with time zone NOT NULL,
  "stopped_at" timestamp with time zone,
  PRIMARY KEY ("experiment", "phase")
);
--> statement-breakpoint
INSERT INTO "experiment_phases" ("experiment", "phase", "definition", "started_at", "stopped_at")
SELECT "experiments"."key", ("started"."after" ->> 'phase')::integer,
  coalesce("started"."after" -> 'definition', "experiments"."definition"),
  "started"."at",
  (SELECT min("ended"."at") FROM "changes" AS "ended"
    WHERE "ended"."entity" = 'experiment' AND "ended"."key" = "started"."key" AND "ended"."id" > "started"."id"
      AND "ended"."action" IN ('stopped', 'shipped'))
FROM "changes" AS "started" JOIN "experiments" ON "experiments"."key" = "started"."key"
WHERE "started"."entity" = 'experiment' AND "started"."action" = 'started'
ON CONFLICT DO NOTHING;
--> statement-breakpoint
INSERT INTO "experiment_phases" ("experiment", "phase", "definition", "started_at", "stopped_at")
SELECT "key", "phase", "definition", "started_at", "stopped_at" FROM "experiments"
WHERE "phase" > 0 AND "started_at" IS NOT NULL
ON CONFLICT ("experiment", "phase") DO UPDATE
SET "started_at" = excluded."started_at", "stopped_at" = excluded."stopped_at";
