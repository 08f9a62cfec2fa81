import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { requireAccount, requireEditor } from "../../accounts/requireRole.ts";
import type { ExperimentStore } from "../../experiments/experimentStore.ts";
import type { Flags } from "../../flags/startFlags.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import type { Recording } from "../../recordingSettings/startRecordingSettings.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { readChanges } from "./readChanges.ts";
import { revertChange } from "./revertChange.ts";

interface ChangeRoutesOptions {
  db: RecordsDatabase;
  flags: Flags;
  experiments: ExperimentStore;
  recording: Pick<Recording, "save">;
  now: () => Timestamp;
}

/** Who changed what, and taking it back. */
export function changeRoutes(options: ChangeRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { db, now } = options;
    addRoute(scope, "GET /changes", async (request) =>
      readChanges(db, requireAccount(request), request.query),
    );

    addRoute(scope, "POST /changes/:id/revert", async (request) => {
      const { email: actor } = requireEditor(request);
      await revertChange({ ...options, actor, now: now() }, Number(request.params.id) || 0);
      return {};
    });
  };
}
