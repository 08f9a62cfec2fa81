import { encodeSegments, type Timestamp } from "@marquee/contract";
import type { ReplayResponse } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { recordChange } from "../../../platform/storage/records/changeLog.ts";
import { rememberDeletedReplay } from "../../../platform/storage/records/deletedReplays.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { maySeePeople } from "../../accounts/requireRole.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { queryRecordedSession } from "../queries/recordedSession.ts";
import { queryReplayMarks } from "../queries/replayMarks.ts";
import { queryReplaySegmentData, queryReplaySegments } from "../queries/replaySegments.ts";
import { canWatch, readReplayAccess, requireWatcher, writeReplayAccess } from "../replayAccess.ts";
import { noSuchReplay, type ReplayIds } from "../replayId.ts";
import { readReplays, withCounts } from "./readReplays.ts";
import { type ReplayStores, removeReplay } from "./removeReplay.ts";

interface ReplayRoutesOptions extends Pick<ReplayStores, "recordings"> {
  eventStore: EventStore;
  db: RecordsDatabase;
  replayIds: ReplayIds;
  questions: Pick<Questions, "scope">;
  now: () => Timestamp;
}

/** Prevents browsers from showing a replay after its deletion or after access was withdrawn. */
const NOT_KEPT = { "cache-control": "no-store" };
const SEGMENT_HEADERS = { ...NOT_KEPT, "content-type": "application/json", "content-encoding": "deflate" };
const PACKED_HEADERS = { ...NOT_KEPT, "content-type": "application/octet-stream" };

/** Recorded sessions: list, details, access and deletion. */
export function replayRoutes(options: ReplayRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { eventStore, db, replayIds, questions } = options;

    addRoute(scope, "POST /query/replays", async (request) => {
      const { site_id, date_range, filters, before, ...filter } = request.body;
      const screenScope = await questions.scope(request.body, { account: request.account.id });
      const [page, access] = await Promise.all([
        readReplays(options, { ...screenScope, before, filter, seesPeople: maySeePeople(request) }),
        readReplayAccess(db),
      ]);
      return { ...page, access, mayWatch: canWatch(request, access) };
    });

    addRoute(scope, "GET /replays/:id", async (request) => {
      await requireWatcher(db, request);
      return readReplay(options, request.params.id);
    });

    addRoute(scope, "GET /replays/:id/segments/:segment", async (request, reply) => {
      await requireWatcher(db, request);
      const { id, segment } = request.params;
      const data = (await queryReplaySegmentData(eventStore, await replayIds.read(id), [segment])).get(
        segment,
      );
      if (!data) throw new ApiError("not_found", "This part of the recording no longer exists.");
      return reply.headers(SEGMENT_HEADERS).send(data);
    });

    // Sent compressed as stored; the client decompresses.
    addRoute(scope, "GET /replays/:id/segments", async (request, reply) => {
      await requireWatcher(db, request);
      const { params, query } = request;
      const segments = await queryReplaySegmentData(eventStore, await replayIds.read(params.id), query.id);
      return reply
        .headers(PACKED_HEADERS)
        .send(encodeSegments(query.id.map((id) => segments.get(id) ?? null)));
    });

    registerReplayChanges(scope, options);
  };
}

function registerReplayChanges(scope: FastifyInstance, options: ReplayRoutesOptions): void {
  const { db, now } = options;
  addRoute(scope, "POST /replays/:id/delete", async (request) => {
    const { email: actor } = request.account;
    const { replay } = await readReplay(options, request.params.id);
    const { length } = replay;
    // The change history outlives the visitor's data, so it does not name the visitor.
    const start = new Date(replay.start).toISOString();
    const change = { key: start, action: "deleted replay", before: { start, length }, after: null };
    const note = () =>
      db.transaction(async (tx) => {
        await rememberDeletedReplay(tx, replay, now());
        await recordChange(tx, { at: now(), actor, entity: "recording", ...change });
      });
    await removeReplay(options, replay, note);
    return {};
  });

  addRoute(scope, "PUT /replays/access", async (request) => {
    const { email: actor } = request.account;
    await db.transaction(async (tx) => {
      const before = await readReplayAccess(tx);
      await writeReplayAccess(tx, request.body);
      const change = { before, after: request.body, action: "changed" };
      await recordChange(tx, { at: now(), actor, entity: "recording", key: "who may watch", ...change });
    });
    return request.body;
  });
}

/**
 * One recorded session: summary, list of segments, and marks for pages, events and errors. @throws {ApiError} not_found
 */
async function readReplay(
  stores: Pick<ReplayRoutesOptions, "eventStore" | "replayIds">,
  id: string,
): Promise<ReplayResponse> {
  const { eventStore, replayIds } = stores;
  const key = await replayIds.read(id);
  const [session, segments, marks] = await Promise.all([
    queryRecordedSession(eventStore, key),
    queryReplaySegments(eventStore, key),
    queryReplayMarks(eventStore, key),
  ]);
  const [replay] = session ? await withCounts(stores, [session]) : [];
  if (!replay) throw noSuchReplay();
  return { replay, segments, marks };
}
