import type { Timestamp } from "@marquee/contract";
import type { SegmentDefinition } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { pathId } from "../../../platform/http/pathId.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { checkFilters } from "../../questions/checkFilters.ts";
import { listGoals } from "../goalStore.ts";
import { changeSegment, createSegment, deleteSegment, listSegments, mayShare } from "../segmentStore.ts";

interface SegmentRoutesOptions {
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Saved segments: everyone has their own, editors share them. */
export function segmentRoutes({ db, now }: SegmentRoutesOptions) {
  /**
   * Rejects filters that no query accepts. A segment cannot name another one: otherwise, a change would have effects that its editor
   * can't see.
   */
  const check = async ({ filters }: SegmentDefinition) => {
    checkFilters(filters, { goals: await listGoals(db), segment: () => undefined });
  };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /segments", async (request) => {
      const person = request.account;
      return { segments: await listSegments(db, person), mayShare: mayShare(person) };
    });

    addRoute(scope, "POST /segments", async (request) => {
      const person = request.account;
      await check(request.body.definition);
      return createSegment(db, request.body.definition, { person, now: now() });
    });

    addRoute(scope, "PUT /segments/:id", async (request) => {
      const person = request.account;
      await check(request.body.definition);
      const key = pathId(request.params.id);
      return changeSegment(db, { key, ...request.body }, { person, now: now() });
    });

    addRoute(scope, "POST /segments/:id/delete", async (request) => {
      await deleteSegment(db, pathId(request.params.id), request.account);
      return {};
    });
  };
}
