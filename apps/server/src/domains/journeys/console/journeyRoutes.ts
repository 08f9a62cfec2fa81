import type { Timestamp } from "@marquee/contract";
import type { DropOffVisit } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Account } from "../../accounts/accounts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { funnelStore } from "../../goals/funnelStore.ts";
import { askerOf } from "../../questions/console/questionRoutes.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { replaysOf } from "../../replay/findReplays.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import { answerFunnel, answerRetention, funnelQuestion } from "../answerJourneys.ts";
import { queryDropOff } from "../queries/dropOff.ts";
import { queryPaths } from "../queries/paths.ts";

/** Maximum number of a drop-off's visits that a screen lists. */
const MAX_LISTED_VISITS = 50;

interface JourneyRoutesOptions {
  questions: Pick<Questions, "read">;
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  replayIds: Pick<ReplayIds, "write">;
  now: () => Timestamp;
}

/** Funnels, paths and retention. Anyone can query them; editors can save funnels. */
export function journeyRoutes(options: JourneyRoutesOptions) {
  const { questions, db, now } = options;
  const by = ({ email: actor }: Account) => ({ actor, now: now() });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/funnel", async (request, reply) =>
      answerFunnel(questions, request.body, askerOf(request, reply)),
    );

    addRoute(scope, "POST /query/funnel/drop-off", async (request, reply) => {
      const { funnel, step, part = null, breakdown = null, ...query } = request.body;
      if (step >= funnel.steps.length)
        throw new ApiError(
          "bad_request",
          `No one leaves after the last step. Use a step from 1 to ${funnel.steps.length - 1}.`,
        );
      if (part !== null && breakdown === null)
        throw new ApiError("bad_request", "`part` is a value of a breakdown. Name the breakdown too.");
      const { scope: screenScope, goals, store } = await questions.read(query, askerOf(request, reply));
      const question = funnelQuestion(screenScope, { funnel, breakdown, goals });
      const { visits, ...answer } = await queryDropOff(store, question, { step, part });
      const sessions = visits.map(({ session, visitor }) => ({ sessionId: session, visitorId: visitor }));
      const replays = await replaysOf(options, request, sessions);
      const visitsWithReplays = visits.map((visit, index) => ({ ...visit, replay: replays[index] ?? null }));
      const isWatched = ({ replay }: DropOffVisit) => replay !== null;
      const listed = [
        ...visitsWithReplays.filter(isWatched),
        ...visitsWithReplays.filter((visit) => !isWatched(visit)),
      ];
      return { ...answer, visits: listed.slice(0, MAX_LISTED_VISITS) };
    });

    addRoute(scope, "POST /query/paths", async (request, reply) => {
      const { anchor, direction, of, ...query } = request.body;
      const { scope: screenScope, store } = await questions.read(query, askerOf(request, reply));
      return queryPaths(store, { ...screenScope, anchor, direction, of });
    });

    addRoute(scope, "POST /query/retention", async (request, reply) =>
      answerRetention(questions, request.body, askerOf(request, reply)),
    );

    addRoute(scope, "GET /funnels", async () => {
      const { states, unreadable } = await funnelStore.list(db);
      return { funnels: states, unreadable: unreadable.map(({ name }) => name) };
    });

    addRoute(scope, "POST /funnels", ({ body, account }) =>
      funnelStore.create(db, body.definition, by(account)),
    );

    addRoute(scope, "PUT /funnels/:id", ({ params, body, account }) =>
      funnelStore.change(db, { key: pathId(params.id), ...body }, by(account)),
    );
  };
}
