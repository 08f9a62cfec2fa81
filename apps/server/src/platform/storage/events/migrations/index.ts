import { EVENTS_TABLE, EVENTS_VIEW } from "./001-events.ts";
import { RECREATE_EVENTS_VIEW, VISIT_COLUMNS } from "./002-visits.ts";
import {
  AUDIENCE_COLUMN,
  PAGE_VIEWS_TABLE,
  pageViewsRollup,
  REJECTED_EVENTS_TABLE,
  SESSIONS_TABLE,
  sessionsRollup,
  TALLIES_TABLE,
} from "./003-rollups.ts";
import {
  MATERIALIZE_PERSON_INDEX,
  MATERIALIZE_SESSION_VISITOR_INDEX,
  PERSON_INDEX,
  SESSION_VISITOR_INDEX,
} from "./004-people.ts";
import { INTERACTIONS_TABLE, REPLAY_SEGMENTS_TABLE, RUM_EVENTS_TABLE } from "./005-replay.ts";
import { MATERIALIZE_RUM_COLUMNS, RUM_COLUMNS } from "./006-monitoring.ts";
import { RECONCILED_TABLE, UNIQUE_EVENTS_VIEW } from "./007-dimensions.ts";
import {
  MOVE_EVENTS,
  MOVE_INTERACTIONS,
  MOVE_MONITORING,
  MOVE_PAGE_VIEWS,
  MOVE_SESSIONS,
} from "./007-steps.ts";
import { LEADS_TABLE } from "./008-leads.ts";
import { RULE_COLUMN } from "./010-recording-rules.ts";
import { SESSION_VIEWS } from "./011-visits.ts";
import { HEALTH_COLUMNS } from "./012-one-health.ts";
import { LEAD_RESULT_COLUMNS } from "./015-lead-results.ts";
import { IMPORTED_DAYS_TABLE } from "./016-imported-days.ts";
import { SORT_EVENTS_BY_DAY } from "./017-events-by-day.ts";
import { JOINED_SESSIONS } from "./018-joined-sessions.ts";
import { ONE_SPELLING } from "./019-one-spelling.ts";
import type { Migration } from "./migration.types.ts";

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "events", kind: "expand", statements: [EVENTS_TABLE, EVENTS_VIEW] },
  { number: 2, name: "visits", kind: "expand", statements: [VISIT_COLUMNS, RECREATE_EVENTS_VIEW] },
  {
    number: 3,
    name: "rollups",
    kind: "expand",
    statements: [
      AUDIENCE_COLUMN,
      RECREATE_EVENTS_VIEW,
      PAGE_VIEWS_TABLE,
      `CREATE MATERIALIZED VIEW page_views_of_events TO page_views AS ${pageViewsRollup("events")}`,
      `INSERT INTO page_views ${pageViewsRollup("events_unique")}`,
      SESSIONS_TABLE,
      `CREATE MATERIALIZED VIEW sessions_of_events TO sessions AS ${sessionsRollup("events")}`,
      `INSERT INTO sessions ${sessionsRollup("events_unique")}`,
      REJECTED_EVENTS_TABLE,
      TALLIES_TABLE,
    ],
  },
  {
    number: 4,
    name: "people",
    kind: "expand",
    statements: [
      PERSON_INDEX,
      MATERIALIZE_PERSON_INDEX,
      SESSION_VISITOR_INDEX,
      MATERIALIZE_SESSION_VISITOR_INDEX,
    ],
  },
  {
    number: 5,
    name: "replay",
    kind: "expand",
    statements: [REPLAY_SEGMENTS_TABLE, INTERACTIONS_TABLE, RUM_EVENTS_TABLE],
  },
  { number: 6, name: "monitoring", kind: "expand", statements: [RUM_COLUMNS, MATERIALIZE_RUM_COLUMNS] },
  {
    number: 7,
    name: "dimensions",
    kind: "expand",
    statements: [
      "DROP VIEW IF EXISTS page_views_of_events",
      "DROP VIEW IF EXISTS sessions_of_events",
      MOVE_EVENTS,
      UNIQUE_EVENTS_VIEW,
      RECONCILED_TABLE,
      MOVE_PAGE_VIEWS,
      MOVE_SESSIONS,
      MOVE_INTERACTIONS,
      MOVE_MONITORING,
    ],
  },
  { number: 8, name: "leads", kind: "expand", statements: [LEADS_TABLE] },
  { number: 10, name: "recording rules", kind: "expand", statements: [RULE_COLUMN] },
  { number: 11, name: "visits", kind: "expand", statements: SESSION_VIEWS },
  { number: 12, name: "one health", kind: "expand", statements: HEALTH_COLUMNS },
  {
    number: 14,
    name: "without page view counts",
    kind: "contract",
    statements: ["DROP TABLE IF EXISTS page_views"],
  },
  { number: 15, name: "lead results", kind: "expand", statements: LEAD_RESULT_COLUMNS },
  { number: 16, name: "imported days", kind: "expand", statements: [IMPORTED_DAYS_TABLE] },
  { number: 17, name: "events by day", kind: "expand", statements: [SORT_EVENTS_BY_DAY] },
  { number: 18, name: "joined sessions", kind: "expand", statements: JOINED_SESSIONS },
  { number: 19, name: "one spelling", kind: "expand", statements: [ONE_SPELLING] },
];
