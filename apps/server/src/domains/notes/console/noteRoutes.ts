import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { listNotes, noteStore } from "../noteStore.ts";

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
      return noteStore.create(db, { ...request.body.note, isDeleted: false }, { actor, now: now() });
    });

    addRoute(scope, "PUT /notes/:id", async (request) => {
      const { email: actor } = request.account;
      const key = pathId(request.params.id);
      const { revision, note } = request.body;
      return noteStore.change(db, { key, revision, definition: note }, { actor, now: now() });
    });
  };
}
