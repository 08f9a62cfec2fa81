import Type, { type Static } from "typebox";
import type { ExclusionReason } from "./events/segment.types.ts";
import { DateRangeSchema } from "./kernel/dateRange.schema.ts";
import { type RouteRows, response } from "./kernel/routeRow.ts";

export const MAX_NOTE_LENGTH = 500;
const STRICT = { additionalProperties: false };
/** 2000 to 2100, as date ranges of screens. */
const YEARS = { minimum: Date.UTC(2000), maximum: Date.UTC(2101) };

const NoteDefinitionSchema = Type.Object(
  {
    /** What the note is about, in milliseconds since the epoch: a time, or the start of a day. */
    at: Type.Integer(YEARS),
    text: Type.String({ minLength: 1, maxLength: MAX_NOTE_LENGTH, pattern: "\\S" }),
    isDeleted: Type.Boolean(),
  },
  STRICT,
);
export type NoteDefinition = Static<typeof NoteDefinitionSchema>;

export const NewNoteSchema = Type.Object(
  { note: Type.Omit(NoteDefinitionSchema, ["isDeleted"], STRICT) },
  STRICT,
);

/** `revision` is the one that the editor started from. A different stored revision is a conflict. */
export const NoteChangeSchema = Type.Object(
  { revision: Type.Integer({ minimum: 1 }), note: NoteDefinitionSchema },
  STRICT,
);
export type NoteChange = Static<typeof NoteChangeSchema>;

/** What somebody wrote about a day or time; a mark on charts. */
export interface Note extends NoteDefinition {
  id: number;
  /** Increases with each change. */
  revision: number;
  /** Milliseconds since the epoch. */
  createdAt: number;
  /** Email addresses of accounts. */
  createdBy: string;
  updatedAt: number;
  updatedBy: string;
}

export interface NotesResponse {
  /** The latest ones, in order of time, without deleted ones. */
  notes: Note[];
}

/** What the Overview's metrics leave out or include. */
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
    body: NewNoteSchema,
    response: response<Note>(),
    invalidates: ["GET /notes", "GET /changes"],
  },
  "PUT /notes/:id": {
    access: "edit analytics",
    body: NoteChangeSchema,
    response: response<Note>(),
    invalidates: ["GET /notes", "GET /changes"],
  },
  "GET /overview/notes": {
    access: "read analytics",
    query: DateRangeSchema,
    response: response<OverviewNotes>(),
  },
} as const satisfies RouteRows;
