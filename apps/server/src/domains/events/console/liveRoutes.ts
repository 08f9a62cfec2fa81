import { type Milliseconds, ONE_DAY, ONE_MINUTE, type Timestamp } from "@marquee/contract";
import type { EventSummary } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { ApiError } from "../../../platform/errors/apiError.ts";
import { createEventStreams } from "../../../platform/http/eventStreams.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { maySeePeople } from "../../accounts/requireRole.ts";
import type { SessionWatch } from "../../accounts/sessionWatch.ts";
import { hidePeople } from "../../people/privacy/hidePeople.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { withReplays } from "../../replay/findReplays.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import { queryCurrentVisitors } from "../queries/currentVisitors.ts";
import { queryRecentEvents } from "../queries/recentEvents.ts";
import { createLiveFeed } from "./liveFeed.ts";

interface LiveRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
  replayIds: Pick<ReplayIds, "write">;
  questions: Pick<Questions, "select">;
  sessionWatch: Pick<SessionWatch, "watch">;
  now: () => Timestamp;
  log: Logger;
}

const RECENT_EVENTS = 50;
/** How far back to look for events that match filters. */
const FILTERED_SINCE: Milliseconds = ONE_DAY;
/** Visitors with an event in this time are on the site now. */
const NOW: Milliseconds = 5 * ONE_MINUTE;
/** Maximum open streams (tabs) per person and in total. */
const LIMITS = { maxPerReader: 10, maxStreams: 500 };
/** Seconds. */
const RETRY_AFTER = 10;

/** The latest events, and a stream of new ones that ends with the session that opened it. */
export function liveRoutes(options: LiveRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    const { eventStore, questions, sessionWatch, now, log } = options;
    const feed = createLiveFeed({ store: eventStore, now, log });
    const streams = createEventStreams(LIMITS);
    scope.addHook("preClose", async () => {
      feed.stop();
      streams.stop();
    });

    addRoute(scope, "POST /query/live", async (request) => {
      const { filters = [] } = request.body;
      const after = filters.length === 0 ? 0 : now() - FILTERED_SINCE;
      const selection = await questions.select(request.body, { account: request.account.id });
      const to = now() + ONE_MINUTE;
      const recent = await queryRecentEvents(eventStore, { after, to, selection, limit: RECENT_EVENTS });
      return { events: await withReplays(options, request, recent) };
    });

    addRoute(scope, "GET /live/visitors", () => queryCurrentVisitors(eventStore, now() - NOW));

    addRoute(
      scope,
      "GET /live/stream",
      (request, reply) => {
        const cleanups: (() => void)[] = [];
        const opened = streams.open(reply, {
          reader: request.account?.id ?? null,
          opening: "\n",
          onClose: () => {
            for (const cleanUp of cleanups) cleanUp();
          },
        });
        if ("refused" in opened) throw tooManyStreams(opened.refused);
        const { stream } = opened;
        const redact = maySeePeople(request) ? (event: EventSummary) => event : hidePeople<EventSummary>;
        cleanups.push(
          feed.subscribe((events) => stream.send(events.map((event) => formatEvent(redact(event))).join(""))),
          sessionWatch.watch(request, stream.close),
        );
      },
      { exposeHeadRoute: false },
    );
  };
}

function formatEvent(event: EventSummary): string {
  return `id: ${event.messageId}\ndata: ${JSON.stringify(event)}\n\n`;
}

function tooManyStreams(whose: "reader" | "all"): ApiError {
  const message =
    whose === "reader"
      ? "Live is open in too many tabs. Close one of them."
      : "Too many live streams are open. Try again in a moment.";
  return new ApiError("too_many_requests", message, RETRY_AFTER);
}
