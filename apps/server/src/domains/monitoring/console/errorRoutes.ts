import type { Timestamp } from "@marquee/contract";
import { cutText } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import { ApiError } from "../../../platform/errors/apiError.ts";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
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
  questions: Pick<Questions, "scope">;
  now: () => Timestamp;
}

/** Errors of both clients. Anyone can read them; editors change their status. */
export function errorRoutes(options: ErrorRoutesOptions) {
  const { eventStore, db, replayIds, stacks, questions, now } = options;
  const readStatuses = async (fingerprints?: readonly string[]) => {
    const releases = await queryReleases(db);
    return {
      releases,
      statuses: await readErrorStatuses({ db, eventStore, releases, now: now() }, fingerprints),
    };
  };
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/errors", async ({ account, body }) => {
      const { text, state, owner } = body;
      const [screenScope, statuses] = await Promise.all([
        questions.scope(body, { account: account.id }),
        readStatuses(),
      ]);
      return readErrors({ eventStore, stacks, ...statuses }, { ...screenScope, text }, { state, owner });
    });

    addRoute(scope, "POST /query/errors/:fingerprint", async (request) => {
      const { fingerprint } = request.params;
      const [screenScope, statuses] = await Promise.all([
        questions.scope(request.body, { account: request.account.id }),
        readStatuses([fingerprint]),
      ]);
      const sources = { eventStore, db, replayIds, stacks, ...statuses };
      return readErrorDetails(sources, fingerprint, { scope: screenScope, request });
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
