import type { Note, NoteDefinition } from "@marquee/contract/schema";
import { desc } from "drizzle-orm";
import type { Reader } from "../../platform/versioned/statements.ts";
import { versionedRecord } from "../../platform/versioned/versionedRecord.ts";
import { notes } from "./tables.ts";

export const noteStore = versionedRecord({
  entity: "note",
  noun: "this note",
  table: notes,
  key: "id",
  columnsOf: ({ at, text, isDeleted }: NoteDefinition) => ({
    at: new Date(at),
    text: text.trim(),
    isDeleted,
  }),
  definitionOf: ({ at, text, isDeleted }) => ({ at: at.getTime(), text, isDeleted }),
  stateOf: ({ createdAt, createdBy }, stored): Note => ({
    ...stored,
    createdAt: createdAt.getTime(),
    createdBy,
  }),
  end: { action: "deleted", flag: "isDeleted", isEnded: notes.isDeleted },
  order: [desc(notes.at), desc(notes.id)],
  // Charts load all of them.
  limit: 1000,
});

/** The latest notes, in order of time, without deleted ones. */
export async function listNotes(db: Reader): Promise<Note[]> {
  return (await noteStore.list(db)).states.reverse();
}
