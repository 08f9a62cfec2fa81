import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { addRoute } from "../../accounts/addRoute.ts";
import { pathId } from "../../http/pathId.ts";
import { changeNote, createNote, listNotes } from "../../notes/noteStore.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";

interface NoteRoutesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Notes on charts: anyone can read them, editors can write them. */
export function noteRoutes({ db, now }: NoteRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /notes", async () => ({ notes: await listNotes(db) }));

    addRoute(scope, "POST /notes", async (request) => {
      const { email: actor } = request.account;
      return createNote(db, request.body.note, { actor, now: now() });
    });

    addRoute(scope, "PUT /notes/:id", async (request) => {
      const { email: actor } = request.account;
      const id = pathId(request.params.id);
      return changeNote(db, { id, ...request.body }, { actor, now: now() });
    });
  };
}
