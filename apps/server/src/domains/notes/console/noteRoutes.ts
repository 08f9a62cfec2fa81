import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { listNotes, noteStore } from "../noteStore.ts";

interface NoteRoutesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Notes on charts: anyone can read them, editors can write them. */
export function noteRoutes({ db, now }: NoteRoutesOptions) {
  const by = ({ email: actor }: Account) => ({ actor, now: now() });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /notes", async () => ({ notes: await listNotes(db) }));

    addRoute(scope, "POST /notes", ({ body, account }) => noteStore.create(db, body.definition, by(account)));

    addRoute(scope, "PUT /notes/:id", ({ params, body, account }) =>
      noteStore.change(db, { key: pathId(params.id), ...body }, by(account)),
    );
  };
}
