import { COUNTERS, EXCLUSION_REASONS, type ExclusionReason } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { queryCounters } from "../../../platform/storage/events/queries/counters.ts";
import { queryHasDemoData } from "../../../platform/storage/events/queries/hasDemoData.ts";
import type { Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import type { Questions } from "../createQuestions.ts";

interface OverviewRoutesOptions {
  eventStore: EventStore;
  questions: Pick<Questions, "scope">;
}

/** What the Overview's metrics exclude or include. The metrics themselves are queries. */
export function overviewRoutes({ eventStore, questions }: OverviewRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/overview/notes", async ({ account, body }) => {
      const [excluded, hasDemoData] = await Promise.all([
        readExcluded(eventStore, await questions.scope(body, { account: account.id })),
        queryHasDemoData(eventStore),
      ]);
      return { excluded, hasDemoData };
    });
  };
}

/** Events that were not stored because of their sender, by reason. */
async function readExcluded(store: EventStore, span: Span): Promise<Record<ExclusionReason, number>> {
  const counters = (await queryCounters(store, span)).filter(({ name }) => name === COUNTERS.excluded);
  const countOf = (reason: ExclusionReason) => counters.find(({ label }) => label === reason)?.count ?? 0;
  return Object.fromEntries(EXCLUSION_REASONS.map((reason) => [reason, countOf(reason)])) as Record<
    ExclusionReason,
    number
  >;
}
