import type { Note, NoteDefinition } from "@marquee/contract/schema";
import { useMutation } from "@tanstack/react-query";
import { request } from "../../shared/api/request.ts";

interface Save {
  /** Null for a new note. */
  stored: Note | null;
  note: Pick<NoteDefinition, "at" | "text">;
}

/** Creates, changes, deletes and restores notes. */
export function useNoteChanges() {
  const put = ({ id, revision }: Note, note: NoteDefinition) =>
    request("PUT /notes/:id", { params: { id: String(id) }, body: { revision, note } });
  const change = (stored: Note, isDeleted: boolean) =>
    put(stored, { at: stored.at, text: stored.text, isDeleted });
  return {
    save: useMutation({
      mutationFn: ({ stored, note }: Save) =>
        stored ? put(stored, { ...note, isDeleted: false }) : request("POST /notes", { body: { note } }),
    }),
    remove: useMutation({ mutationFn: (stored: Note) => change(stored, true) }),
    restore: useMutation({ mutationFn: (stored: Note) => change(stored, false) }),
  };
}
