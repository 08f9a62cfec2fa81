import { EVENTS_TABLE, EVENTS_VIEW } from "./001-events.ts";
import { EVENTS_VIEW_AGAIN, VISIT_COLUMNS } from "./002-visits.ts";

export interface Migration {
  number: number;
  name: string;
  /** Statements, run one after the other. Never edited once released; a change is the next migration. */
  statements: readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "events", statements: [EVENTS_TABLE, EVENTS_VIEW] },
  { number: 2, name: "visits", statements: [VISIT_COLUMNS, EVENTS_VIEW_AGAIN] },
];
