import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance, FastifyReply } from "fastify";
import { abortedBy } from "../../../platform/http/abortedBy.ts";
import { pathId } from "../../../platform/http/pathId.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { Publishing } from "../../publishing/startPublishing.ts";
import { ownHosts } from "../../site/ownHosts.ts";
import type { CurrentSite } from "../../site/startSite.ts";
import { goalStore } from "../goalStore.ts";
import { queryClickedTargets } from "../queries/clickChoices.ts";
import { queryEventProperties, queryGoalChoices } from "../queries/goalChoices.ts";
import { englishTextsOf, groupClicks } from "./clickChoices.ts";
import { previewGoal, readGoalReports, recentRange } from "./goalReports.ts";

interface GoalRoutesOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "query">;
  site: Pick<CurrentSite, "current" | "publicHost">;
  publishing: Pick<Publishing, "published">;
  now: () => Timestamp;
}

/** Goals: anyone can read them, editors can change them. */
export function goalRoutes({ db, eventStore, site, publishing, now }: GoalRoutesOptions) {
  const recent = () => recentRange({ now: now(), site: site.current() });
  const asking = (reply: FastifyReply) => ({
    now: now(),
    site: site.current(),
    ownHosts: ownHosts(site),
    signal: abortedBy(reply),
  });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /goals", async () => {
      const { states, unreadable } = await goalStore.list(db);
      return { goals: states, unreadable: unreadable.map(({ name }) => name) };
    });

    addRoute(scope, "POST /goals", async (request) => {
      const { email: actor } = request.account;
      return goalStore.create(db, request.body.goal, { actor, now: now() });
    });

    addRoute(scope, "PUT /goals/:id", async (request) => {
      const { email: actor } = request.account;
      const key = pathId(request.params.id);
      const { revision, goal } = request.body;
      return goalStore.change(db, { key, revision, definition: goal }, { actor, now: now() });
    });

    addRoute(scope, "GET /goals/reports", async (_request, reply) => ({
      reports: await readGoalReports({ db, eventStore }, asking(reply)),
    }));

    addRoute(scope, "GET /goals/choices", async () => {
      const [choices, clicked] = await Promise.all([
        queryGoalChoices(eventStore, recent()),
        queryClickedTargets(eventStore, recent()),
      ]);
      return { ...choices, clicks: groupClicks(clicked, englishTextsOf(publishing.published().site)) };
    });

    addRoute(scope, "GET /goals/event-properties", async ({ query }) => ({
      properties: await queryEventProperties(eventStore, recent(), query.event),
    }));

    addRoute(scope, "POST /goals/preview", ({ body }, reply) =>
      previewGoal(eventStore, body.condition, asking(reply)),
    );
  };
}
