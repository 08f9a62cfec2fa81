import { ONE_DAY, type Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { requireEditor } from "../../accounts/requireRole.ts";
import { changeGoal, createGoal, readGoals } from "../../goals/goalStore.ts";
import { addRoute, strictBody } from "../../http/consoleRoute.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryEventProperties, queryGoalChoices } from "../../storage/events/queries/goals/goalChoices.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { previewGoal, readGoalReports } from "./goalReports.ts";

interface GoalRoutesOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  site: Pick<CurrentSite, "current">;
  now: () => Timestamp;
}

const RECENT_DAYS = 30;

/** Goals: anyone can read them, editors can change them. */
export function goalRoutes({ db, eventStore, site, now }: GoalRoutesOptions) {
  const strict = { validatorCompiler: strictBody };
  const recent = () => ({ from: now() - RECENT_DAYS * ONE_DAY, to: now() + 1 });
  const clock = () => ({ now: now(), site: site.current() });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /goals", () => readGoals(db));

    addRoute(
      scope,
      "POST /goals",
      async (request) => {
        const { email: actor } = requireEditor(request);
        return createGoal(db, request.body.goal, { actor, now: now() });
      },
      strict,
    );

    addRoute(
      scope,
      "PUT /goals/:id",
      async (request) => {
        const { email: actor } = requireEditor(request);
        const id = idOf(request.params.id);
        return changeGoal(db, { id, ...request.body }, { actor, now: now() });
      },
      strict,
    );

    addRoute(scope, "GET /goals/reports", async () => ({
      reports: await readGoalReports({ db, eventStore }, clock()),
    }));

    addRoute(scope, "GET /goals/choices", () => queryGoalChoices(eventStore, recent()));

    addRoute(scope, "GET /goals/event-properties", async ({ query }) => ({
      properties: await queryEventProperties(eventStore, recent(), query.event),
    }));

    addRoute(
      scope,
      "POST /goals/preview",
      ({ body }) => previewGoal(eventStore, body.condition, clock()),
      strict,
    );
  };
}

/** An ID in a path; 0, which no row has, if it is none. */
function idOf(text: string): number {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
}
