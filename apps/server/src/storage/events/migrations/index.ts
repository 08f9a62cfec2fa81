import { EVENTS_TABLE, EVENTS_VIEW } from "./001-events.ts";
import { EVENTS_VIEW_AGAIN, VISIT_COLUMNS } from "./002-visits.ts";
import {
  AUDIENCE_COLUMN,
  PAGE_VIEWS_OF,
  PAGE_VIEWS_TABLE,
  REJECTED_EVENTS_TABLE,
  SESSIONS_OF,
  SESSIONS_TABLE,
  TALLIES_TABLE,
} from "./003-rollups.ts";
import {
  PERSON_INDEX,
  PERSON_INDEX_OF_OLD,
  SESSION_VISITOR_INDEX,
  SESSION_VISITOR_INDEX_OF_OLD,
} from "./004-people.ts";
import { INTERACTIONS_TABLE, MONITORING_EVENTS_TABLE, REPLAY_SEGMENTS_TABLE } from "./005-replay.ts";
import { MONITORING_COLUMNS, MONITORING_COLUMNS_OF_OLD } from "./006-monitoring.ts";

export interface Migration {
  number: number;
  name: string;
  /** Statements, run one after the other. Never edited once released; a change is the next migration. */
  statements: readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "events", statements: [EVENTS_TABLE, EVENTS_VIEW] },
  { number: 2, name: "visits", statements: [VISIT_COLUMNS, EVENTS_VIEW_AGAIN] },
  {
    number: 3,
    name: "rollups",
    statements: [
      AUDIENCE_COLUMN,
      EVENTS_VIEW_AGAIN,
      PAGE_VIEWS_TABLE,
      `CREATE MATERIALIZED VIEW page_views_of_events TO page_views AS ${PAGE_VIEWS_OF("events")}`,
      `INSERT INTO page_views ${PAGE_VIEWS_OF("events_unique")}`,
      SESSIONS_TABLE,
      `CREATE MATERIALIZED VIEW sessions_of_events TO sessions AS ${SESSIONS_OF("events")}`,
      `INSERT INTO sessions ${SESSIONS_OF("events_unique")}`,
      REJECTED_EVENTS_TABLE,
      TALLIES_TABLE,
    ],
  },
  {
    number: 4,
    name: "people",
    statements: [PERSON_INDEX, PERSON_INDEX_OF_OLD, SESSION_VISITOR_INDEX, SESSION_VISITOR_INDEX_OF_OLD],
  },
  {
    number: 5,
    name: "replay",
    statements: [REPLAY_SEGMENTS_TABLE, INTERACTIONS_TABLE, MONITORING_EVENTS_TABLE],
  },
  { number: 6, name: "monitoring", statements: [MONITORING_COLUMNS, MONITORING_COLUMNS_OF_OLD] },
];
