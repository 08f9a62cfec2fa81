import Type, { type Static } from "typebox";
import type { ExclusionReason } from "./events/segment.types.ts";
import { PeriodSchema } from "./kernel/dateRange.schema.ts";
import { type RouteRows, response } from "./kernel/routeRow.ts";
import { NewRecord, RecordChange, type StoredRecord } from "./kernel/versioned.schema.ts";

export const MAX_NOTE_LENGTH = 500;
const STRICT = { additionalProperties: false };
/** 2000 to 2100, like date ranges of screens. */
const YEARS = { minimum: Date.UTC(2000), maximum: Date.UTC(2101) };

const NoteDefinitionSchema = Type.Object(
  {
    /** Subject of the note, in milliseconds since the epoch: a time, or the start of a day. */
    at: Type.Integer(YEARS),
    text: Type.String({ minLength: 1, maxLength: MAX_NOTE_LENGTH, pattern: "\\S" }),
    isDeleted: Type.Boolean(),
  },
  STRICT,
);
export type NoteDefinition = Static<typeof NoteDefinitionSchema>;

/** A note about a day or time; a mark on charts. */
export interface Note extends StoredRecord<NoteDefinition> {
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Email address of the account. */
  createdBy: string;
}

export interface NotesResponse {
  /** The latest ones, in order of time, without deleted ones. */
  notes: Note[];
}

/** Data that the Overview's metrics exclude or include. */
export interface OverviewNotes {
  /** Events that were not stored because of their sender, by reason. */
  excluded: Record<ExclusionReason, number>;
  /** Whether the store has rows created by `npm run seed-demo`. */
  hasDemoData: boolean;
}

export const NOTES_ROUTES = {
  "GET /notes": { access: "read", response: response<NotesResponse>() },
  "POST /notes": {
    access: "edit analytics",
    body: NewRecord(NoteDefinitionSchema),
    response: response<Note>(),
    invalidates: ["GET /notes", "GET /changes"],
  },
  "PUT /notes/:id": {
    access: "edit analytics",
    body: RecordChange(NoteDefinitionSchema),
    response: response<Note>(),
    invalidates: ["GET /notes", "GET /changes"],
  },
  "POST /query/overview/notes": {
    access: "read analytics",
    body: PeriodSchema,
    response: response<OverviewNotes>(),
  },
} as const satisfies RouteRows;
