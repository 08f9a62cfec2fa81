CREATE TABLE "alerts" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (START WITH 101) NOT NULL,
  "definition" jsonb NOT NULL,
  "is_active" boolean NOT NULL,
  "revision" integer NOT NULL,
  "snoozed_until" timestamp with time zone,
  "status" jsonb,
  "checked_through" timestamp with time zone,
  "next_at" timestamp with time zone NOT NULL,
  "updated_at" timestamp with time zone NOT NULL,
  "updated_by" text
);
--> statement-breakpoint
CREATE INDEX "alerts_due" ON "alerts" ("next_at") WHERE "is_active";
--> statement-breakpoint
CREATE TABLE "alarms" (
  "id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY NOT NULL,
  "alert_id" integer NOT NULL REFERENCES "alerts"("id") ON DELETE CASCADE,
  "subject" text NOT NULL,
  "text" text NOT NULL,
  "href" text NOT NULL,
  "opened_at" timestamp with time zone NOT NULL,
  "resolved_at" timestamp with time zone,
  "quiet_checks" integer DEFAULT 0 NOT NULL,
  "is_announced" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "alarms_open" ON "alarms" ("alert_id", "subject") WHERE "resolved_at" IS NULL;
--> statement-breakpoint
CREATE TABLE "alarm_deliveries" (
  "alarm_id" integer NOT NULL REFERENCES "alarms"("id") ON DELETE CASCADE,
  "event" text NOT NULL,
  "channel" text NOT NULL,
  "state" text NOT NULL,
  "attempts" integer DEFAULT 0 NOT NULL,
  "next_at" timestamp with time zone,
  "error" text,
  "attempted_at" timestamp with time zone,
  PRIMARY KEY ("alarm_id", "event", "channel")
);
--> statement-breakpoint
CREATE INDEX "alarm_deliveries_due" ON "alarm_deliveries" ("next_at") WHERE "state" = 'pending';
--> statement-breakpoint
INSERT INTO "alerts" ("id", "definition", "is_active", "revision", "next_at", "updated_at") OVERRIDING SYSTEM VALUE
SELECT id, jsonb_build_object(
  'name', name, 'kind', kind, 'goal', null, 'filters', '[]'::jsonb, 'direction', direction, 'sensitivity', 'normal',
  'channels', '[]'::jsonb, 'recipients', '[]'::jsonb, 'isOn', true, 'isDeleted', false
), true, 1, now(), now()
FROM (VALUES
  (1, 'Unusual traffic', 'traffic', 'both'),
  (2, 'Unusual number of leads', 'leads', 'both'),
  (3, 'Lead not delivered', 'delivery', 'both'),
  (4, 'More errors than usual', 'errors', 'rise'),
  (5, 'Slower after a release', 'vitals', 'both'),
  (6, 'Fewer visitors consent', 'consent', 'drop'),
  (7, 'Experiment decided or unbalanced', 'experiment', 'both'),
  (8, 'Events are waiting', 'spool', 'both')
) AS defaults (id, name, kind, direction);
