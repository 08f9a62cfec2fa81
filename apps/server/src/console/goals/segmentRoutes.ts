import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { requireAccount } from "../../accounts/requireRole.ts";
import { changeSegment, createSegment, deleteSegment, listSegments } from "../../goals/segmentStore.ts";
import { addRoute, strictBody } from "../../http/consoleRoute.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";

interface SegmentRoutesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Saved segments: everyone has their own, editors share them. */
export function segmentRoutes({ db, now }: SegmentRoutesOptions) {
  const strict = { validatorCompiler: strictBody };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /segments", async (request) => ({
      segments: await listSegments(db, requireAccount(request)),
    }));

    addRoute(
      scope,
      "POST /segments",
      (request) => createSegment(db, request.body.segment, { person: requireAccount(request), now: now() }),
      strict,
    );

    addRoute(
      scope,
      "PUT /segments/:id",
      (request) => {
        const change = { id: idOf(request.params.id), ...request.body };
        return changeSegment(db, change, { person: requireAccount(request), now: now() });
      },
      strict,
    );

    addRoute(scope, "POST /segments/:id/delete", async (request) => {
      await deleteSegment(db, idOf(request.params.id), requireAccount(request));
      return {};
    });
  };
}
