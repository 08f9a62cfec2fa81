import type { Goal, Timestamp } from "@marquee/contract";
import type { Funnel, FunnelQuery } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { requireEditor } from "../../accounts/requireRole.ts";
import { ApiError } from "../../errors/apiError.ts";
import { changeFunnel, createFunnel, readFunnels, resolveSteps } from "../../goals/funnelStore.ts";
import { addRoute, strictBody } from "../../http/consoleRoute.ts";
import { pathId } from "../../http/pathId.ts";
import type { Questions, Reading } from "../../questions/createQuestions.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryDropOff } from "../../storage/events/queries/journeys/dropOff.ts";
import { queryFunnel } from "../../storage/events/queries/journeys/funnel.ts";
import { type FunnelQuestion, isBreakdown } from "../../storage/events/queries/journeys/funnelUnits.ts";
import { queryPaths } from "../../storage/events/queries/journeys/paths.ts";
import { queryRetention } from "../../storage/events/queries/journeys/retention.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { askerOf } from "../questionRoutes.ts";
import { replaysOf } from "../replays/findReplays.ts";

interface JourneyRoutesOptions {
  questions: Pick<Questions, "read">;
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  now: () => Timestamp;
}

/** Funnels, paths and retention. Anyone can ask; editors can save funnels. */
export function journeyRoutes(options: JourneyRoutesOptions) {
  const { questions, db, now } = options;
  const strict = { validatorCompiler: strictBody };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(
      scope,
      "POST /query/funnel",
      async (request, reply) => {
        const { funnel, breakdown = null, ...query } = request.body;
        const { asked, earlier, goals, store } = await questions.read(query, askerOf(request, reply));
        const question = toQuestion(asked, { funnel, breakdown, goals });
        const [counts, before] = await Promise.all([
          queryFunnel(store, question),
          earlier ? queryFunnel(store, { ...question, range: earlier, breakdown: null }) : null,
        ]);
        return { ...counts, earlier: before?.steps ?? null, goals: namesOf(funnel, goals) };
      },
      strict,
    );

    addRoute(
      scope,
      "POST /query/funnel/drop-off",
      async (request, reply) => {
        const { funnel, step, part = null, breakdown = null, ...query } = request.body;
        if (step >= funnel.steps.length)
          throw new ApiError(
            "bad_request",
            `Nobody leaves after the last step. Ask for step 1 to ${funnel.steps.length - 1}.`,
          );
        if (part !== null && breakdown === null)
          throw new ApiError("bad_request", "`part` is a value of a breakdown. Name the breakdown too.");
        const { asked, goals, store } = await questions.read(query, askerOf(request, reply));
        const question = toQuestion(asked, { funnel, breakdown, goals });
        const { visits, ...answer } = await queryDropOff(store, question, { step, part });
        const sessions = visits.map(({ session, visitor }) => ({ sessionId: session, visitorId: visitor }));
        const replays = await replaysOf(options, request, sessions);
        return {
          ...answer,
          visits: visits.map((visit, index) => ({ ...visit, replay: replays[index] ?? null })),
        };
      },
      strict,
    );

    addRoute(
      scope,
      "POST /query/paths",
      async (request, reply) => {
        const { anchor, direction, of, ...query } = request.body;
        const { asked, store } = await questions.read(query, askerOf(request, reply));
        return queryPaths(store, { ...asked, anchor, direction, of });
      },
      strict,
    );

    addRoute(
      scope,
      "POST /query/retention",
      async (request, reply) => {
        const { asked, store } = await questions.read(request.body, askerOf(request, reply));
        return queryRetention(store, asked);
      },
      strict,
    );

    addRoute(scope, "GET /funnels", () => readFunnels(db));

    addRoute(
      scope,
      "POST /funnels",
      async (request) => {
        const { email: actor } = requireEditor(request);
        return createFunnel(db, request.body.definition, { actor, now: now() });
      },
      strict,
    );

    addRoute(
      scope,
      "PUT /funnels/:id",
      async (request) => {
        const { email: actor } = requireEditor(request);
        const id = pathId(request.params.id);
        return changeFunnel(db, { id, ...request.body }, { actor, now: now() });
      },
      strict,
    );
  };
}

/** @throws {ApiError} bad_request for a breakdown that visits do not have, or a step that cannot be counted. */
function toQuestion(
  asked: Reading["asked"],
  {
    funnel,
    breakdown,
    goals,
  }: { funnel: Funnel; breakdown: FunnelQuery["breakdown"] | null; goals: readonly Goal[] },
): FunnelQuestion {
  if (breakdown && !isBreakdown(breakdown))
    throw new ApiError(
      "bad_request",
      `A funnel cannot be broken down by \`${breakdown.slice(0, 100)}\`. Use a dimension of visits, such as visit:source.`,
    );
  const { per, order, window } = funnel;
  return { ...asked, per, order, window, breakdown: breakdown || null, steps: resolveSteps(funnel, goals) };
}

function namesOf({ steps }: Funnel, goals: readonly Goal[]) {
  const used = new Set(steps.flatMap((step) => ("goal" in step ? [step.goal] : [])));
  return goals.filter(({ id }) => used.has(id)).map(({ id, name }) => ({ id, name }));
}
