import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { requireAccount } from "../../accounts/requireRole.ts";
import { addRoute, strictBody } from "../../http/consoleRoute.ts";
import { pathId } from "../../http/pathId.ts";
import { changeNote, createNote, listNotes } from "../../notes/noteStore.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";

interface NoteRoutesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Notes on charts: anyone can read them, editors can write them. */
export function noteRoutes({ db, now }: NoteRoutesOptions) {
  const strict = { validatorCompiler: strictBody };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /notes", async () => ({ notes: await listNotes(db) }));

    addRoute(
      scope,
      "POST /notes",
      async (request) => {
        const { email: actor } = requireAccount(request);
        return createNote(db, request.body.note, { actor, now: now() });
      },
      strict,
    );

    addRoute(
      scope,
      "PUT /notes/:id",
      async (request) => {
        const { email: actor } = requireAccount(request);
        const id = pathId(request.params.id);
        return changeNote(db, { id, ...request.body }, { actor, now: now() });
      },
      strict,
    );
  };
}
