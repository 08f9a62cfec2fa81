import type { Timestamp } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { abortedBy } from "../../../platform/http/abortedBy.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { maySeePeople } from "../../accounts/requireRole.ts";
import { replaysOf } from "../../replay/findReplays.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import { answerAttribution } from "../answerAttribution.ts";
import type { Questions } from "../createQuestions.ts";
import { reportChanges } from "../reportChanges.ts";

interface QuestionRoutesOptions {
  questions: Questions;
  site: { current(): Pick<Site, "timeZone" | "weekStart"> };
  now: () => Timestamp;
  eventStore: Pick<EventStore, "query">;
  db: Pick<RecordsDatabase, "select" | "execute">;
  replayIds: Pick<ReplayIds, "write">;
}

/** The sender of a request, for queueing and the segments of its queries. */
export const askerOf = (request: FastifyRequest, reply: FastifyReply) => ({
  id: `account ${request.account?.id}`,
  account: request.account?.id,
  seesPeople: maySeePeople(request),
  signal: abortedBy(reply),
});

/** Queries of screens. Leaving a screen closes its requests, which cancels their queries. */
export function questionRoutes(options: QuestionRoutesOptions) {
  const { questions, site } = options;
  const stores = { ...options, site: site.current };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query", async (request, reply) =>
      questions.answer(request.body, askerOf(request, reply)),
    );
    addRoute(scope, "POST /query/changes", async (request, reply) =>
      reportChanges(stores, request.body, askerOf(request, reply)),
    );
    addRoute(scope, "POST /query/attribution", async (request, reply) =>
      answerAttribution(stores, request.body, askerOf(request, reply)),
    );
    addRoute(scope, "POST /query/rows", async (request, reply) => {
      const { rows, kind, totals, next } = await questions.rows(request.body, askerOf(request, reply));
      if (kind === "leads") return { kind, totals, next, rows: rows.map(({ place, ...row }) => row) };
      const sessions = rows.map(({ session, visitor }) => ({ sessionId: session, visitorId: visitor }));
      const replays = await replaysOf(options, request, sessions);
      const visits = rows.map(({ place, ...row }, index) => ({ ...row, replay: replays[index] ?? null }));
      return { kind, totals, next, rows: visits };
    });
  };
}
