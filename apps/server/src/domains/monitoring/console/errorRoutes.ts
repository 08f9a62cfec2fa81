import type { Timestamp } from "@marquee/contract";
import { cutText } from "@marquee/contract";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { validateDateRange, validateTimeSeries } from "../../../platform/time/dateRange.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { queryReleases } from "../../archive/archiveQueries.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import { EVERYTHING } from "../../questions/queries/selection.ts";
import type { ReplayIds } from "../../replay/replayId.ts";
import { errorStatusStore, readErrorStatuses, UNTOUCHED } from "../errors/errorStatusStore.ts";
import { queryLatestError } from "../errors/queries/latestError.ts";
import type { StackResolver } from "../sourceMaps/createStackResolver.ts";
import { readErrorDetails, readErrors } from "./readErrors.ts";

/** Length of messages in the change history. Clients can send longer ones. */
const MAX_MESSAGE_LENGTH = 500;

interface ErrorRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
  replayIds: Pick<ReplayIds, "write">;
  stacks: StackResolver;
  questions: Pick<Questions, "select">;
  now: () => Timestamp;
}

/** Errors of both clients. Anyone can read them; editors decide about them. */
export function errorRoutes(options: ErrorRoutesOptions) {
  const { eventStore, db, replayIds, stacks, questions, now } = options;
  const select = (filters: string | undefined, { account }: FastifyRequest) =>
    questions.select(filters, { account: account?.id });
  const readStatuses = async (fingerprints?: readonly string[]) => {
    const releases = await queryReleases(db);
    return {
      releases,
      statuses: await readErrorStatuses({ db, eventStore, releases, now: now() }, fingerprints),
    };
  };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /errors", async (request) => {
      const { from, to, text, filters, state, owner } = request.query;
      validateDateRange({ from, to });
      const [selection, known] = await Promise.all([select(filters, request), readStatuses()]);
      return readErrors({ eventStore, stacks, ...known }, { from, to, text, selection }, { state, owner });
    });

    addRoute(scope, "GET /errors/:fingerprint", async (request) => {
      const { query } = request;
      const { fingerprint } = request.params;
      validateTimeSeries(query);
      const [selection, known] = await Promise.all([
        select(query.filters, request),
        readStatuses([fingerprint]),
      ]);
      const asked = { from: query.from, to: query.to, selection };
      return readErrorDetails({ eventStore, db, replayIds, stacks, ...known }, fingerprint, {
        scope: asked,
        query,
        request,
      });
    });

    addRoute(scope, "PUT /errors/:fingerprint", async (request) => {
      const { email: actor } = request.account;
      const { fingerprint } = request.params;
      const always = { from: 0, to: now() + 1, selection: EVERYTHING };
      const latest = await queryLatestError(eventStore, always, fingerprint);
      if (!latest) throw new ApiError("not_found", "Error not found. Go back to the list.");
      const { revision, state, owner } = request.body;
      const definition = { message: cutText(latest.message, MAX_MESSAGE_LENGTH), state, owner };
      const author = { actor, now: now(), releases: await queryReleases(db) };
      await errorStatusStore.change(db, { key: fingerprint, revision, definition }, author);
      const { statuses } = await readStatuses([fingerprint]);
      return statuses.get(fingerprint) ?? UNTOUCHED;
    });
  };
}
