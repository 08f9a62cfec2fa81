import { EVENTS_TABLE, EVENTS_VIEW } from "./001-events.ts";

export interface Migration {
  number: number;
  name: string;
  /** Statements, run one after the other. Never edited once released; a change is the next migration. */
  statements: readonly string[];
}

export const MIGRATIONS: readonly Migration[] = [
  { number: 1, name: "events", statements: [EVENTS_TABLE, EVENTS_VIEW] },
];
