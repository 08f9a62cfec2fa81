import cookie from "@fastify/cookie";
import type { Environment, SiteEntry, Timestamp } from "@marquee/contract";
import {
  type LiveAnswer,
  type OverviewAnswer,
  type OverviewQuery,
  OverviewQuerySchema,
} from "@marquee/contract/schema";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Logger } from "pino";
import { createExperimentStore, type ExperimentParts } from "../experiments/experimentStore.ts";
import type { Flags } from "../flags/startFlags.ts";
import type { Erasures } from "../rights/startErasures.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryRecentEvents } from "../storage/events/queries/recentEvents.ts";
import type { Records } from "../storage/records/records.ts";
import type { Drain } from "../storage/spool/drain.ts";
import { registerAccountRoutes } from "./accounts/accountRoutes.ts";
import { createAttempts } from "./accounts/attempts.ts";
import { createSessions } from "./accounts/sessions.ts";
import { registerChangeRoutes } from "./changes/changeRoutes.ts";
import { checkMutation } from "./checkMutation.ts";
import { registerConsentScreenRoutes } from "./consent/consentScreenRoutes.ts";
import { ConsoleError } from "./errors.ts";
import { registerEventRoutes } from "./eventRoutes.ts";
import { registerExperimentRoutes } from "./experiments/experimentRoutes.ts";
import { registerPageTextRoutes } from "./experiments/pageTextRoutes.ts";
import { registerFlagRoutes } from "./flags/flagRoutes.ts";
import { createLiveFeed } from "./liveFeed.ts";
import { startLiveStream } from "./liveStream.ts";
import { readOverview } from "./overview.ts";
import { registerPeopleRoutes } from "./people/peopleRoutes.ts";
import { registerQualityRoutes } from "./quality/qualityRoutes.ts";
import "./requireRole.ts";
import { registerRightsRoutes } from "./rights/rightsRoutes.ts";
import { registerSpeedRoutes } from "./speed/speedRoutes.ts";

interface ConsoleRoutesOptions {
  records: Records;
  eventStore: EventStore;
  drain: Pick<Drain, "status">;
  /** Origin of the site; requests that change something must come from it. */
  publicUrl: string;
  erasures: Pick<Erasures, "request">;
  flags: Flags;
  environment: Environment;
  clientKey: string;
  /** Days that events are kept; null for ever. */
  retentionDays: number | null;
  /** What experiments need of flags and pages. */
  experiments: ExperimentParts;
  listPageTexts: SiteEntry["listPageTexts"];
  now: () => Timestamp;
  log: Logger;
}

const RECENT_EVENTS = 50;
/** What may be asked without being signed in. */
const PUBLIC_PATHS = ["/session", "/setup", "/sign-in", "/sign-out", "/invitation", "/join"];

/** The console's API. Every answer is JSON and is kept by nobody; every error says in `error.message` what to do. */
export function consoleRoutes(options: ConsoleRoutesOptions) {
  const { records, eventStore, drain, publicUrl, erasures, flags, retentionDays, now, log } = options;
  const { environment, clientKey } = options;
  const { db } = records;
  return async (scope: FastifyInstance): Promise<void> => {
    await scope.register(cookie);
    const sessions = createSessions({ db, now, isSecure: publicUrl.startsWith("https:") });
    const feed = createLiveFeed({ store: eventStore, now, log });
    const streams = new Set<() => void>();

    const experiments = createExperimentStore({ ...options.experiments, db, now });

    scope.setErrorHandler(answerError);
    scope.decorateRequest("account", null);
    scope.addHook("onRequest", async (request, reply) => {
      reply.headers({ "cache-control": "no-store", "x-content-type-options": "nosniff" });
      if (request.method !== "GET") checkMutation(request, publicUrl);
      const path = request.routeOptions.url?.replace("/console/api", "") ?? "";
      if (PUBLIC_PATHS.includes(path)) return;
      request.account = await sessions.find(request);
      if (!request.account) throw new ConsoleError("unauthorized", "Sign in to go on.");
    });
    scope.addHook("preClose", async () => {
      feed.stop();
      for (const stop of streams) stop();
    });

    registerAccountRoutes(scope, { db, sessions, attempts: createAttempts(now), now });

    registerChangeRoutes(scope, { db, flags, experiments, now });
    registerPeopleRoutes(scope, { db, sessions, publicUrl, now });
    registerConsentScreenRoutes(scope, db);
    registerEventRoutes(scope, { eventStore, db });
    registerFlagRoutes(scope, { db, flags, environment, clientKey, now });
    registerQualityRoutes(scope, { eventStore, drain });
    registerExperimentRoutes(scope, { eventStore, db, store: experiments, parts: options.experiments, now });
    registerSpeedRoutes(scope, eventStore);
    registerPageTextRoutes(scope, { ...options.experiments, listPageTexts: options.listPageTexts });
    registerRightsRoutes(scope, { eventStore, db, erasures, retentionDays, now });

    scope.get<{ Querystring: OverviewQuery }>(
      "/overview",
      { schema: { querystring: OverviewQuerySchema } },
      async ({ query }): Promise<OverviewAnswer> => readOverview(eventStore, query),
    );

    scope.get("/live", async (): Promise<LiveAnswer> => {
      return { events: await queryRecentEvents(eventStore, { after: 0, limit: RECENT_EVENTS }) };
    });

    scope.get("/live/stream", (_request, reply) => {
      const stop = startLiveStream(reply, feed);
      streams.add(stop);
      reply.raw.on("close", () => streams.delete(stop));
    });
  };
}

function answerError(
  error: ConsoleError | FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof ConsoleError) {
    if (error.retryAfter !== null) reply.header("retry-after", String(error.retryAfter));
    return reply.status(error.statusCode).send({ error: { code: error.code, message: error.message } });
  }
  if (error.statusCode && error.statusCode < 500) {
    return reply.status(error.statusCode).send({ error: { code: "bad_request", message: error.message } });
  }
  request.log.error({ err: error }, "A request of the console failed.");
  const message = "The figures cannot be read just now. Try again in a moment.";
  return reply.status(503).send({ error: { code: "unavailable", message } });
}
