import { VITALS } from "@marquee/contract";
import type {
  ResourcesQuery,
  ResourcesResponse,
  SpeedQuery,
  SpeedResponse,
  VitalValues,
} from "@marquee/contract/schema";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { validateDateRange, validateTimeSeries } from "../../../platform/time/dateRange.ts";
import { bucketStarts, fillGaps } from "../../../platform/time/timeSeries.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { queryReleases, releasesWithin } from "../../archive/archiveQueries.ts";
import type { Questions } from "../../questions/createQuestions.ts";
import type { Selection } from "../../questions/queries/selection.ts";
import { queryLongTasks } from "../speed/queries/longTasks.ts";
import { queryResources } from "../speed/queries/resources.ts";
import { querySlowestPages } from "../speed/queries/slowestPages.ts";
import { queryViewTimings } from "../speed/queries/viewTimings.ts";
import { queryVitalSeries, queryVitalSummaries } from "../speed/queries/vitalSummaries.ts";

interface SpeedRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
  questions: Pick<Questions, "select">;
}

const MOST_ROWS = 50;

const NOTHING = Object.fromEntries(VITALS.map((vital) => [vital, null])) as VitalValues;

/** Web vitals, and the resources and long tasks behind them (Speed screen). */
export function speedRoutes({ eventStore, db, questions }: SpeedRoutesOptions) {
  const select = (filters: string | undefined, { account }: FastifyRequest) =>
    questions.select(filters, { account: account?.id });
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /speed", async (request) => {
      validateTimeSeries(request.query);
      return readSpeed({ eventStore, db }, request.query, await select(request.query.filters, request));
    });

    addRoute(scope, "GET /speed/resources", async (request) => {
      validateDateRange(request.query);
      return readResources(eventStore, request.query, await select(request.query.filters, request));
    });
  };
}

async function readSpeed(
  { eventStore: store, db }: Pick<SpeedRoutesOptions, "eventStore" | "db">,
  query: SpeedQuery,
  selection: Selection,
): Promise<SpeedResponse> {
  const { from, to, vital } = query;
  const scope = { from, to, selection };
  const starts = bucketStarts(query);
  const [vitals, series, pages, timings, releases] = await Promise.all([
    queryVitalSummaries(store, scope),
    queryVitalSeries(store, scope, starts),
    querySlowestPages(store, scope, { vital, limit: MOST_ROWS }),
    queryViewTimings(store, scope, MOST_ROWS),
    queryReleases(db),
  ]);
  return {
    vitals,
    series: fillGaps(starts, series, { values: NOTHING }),
    pages,
    timings,
    releases: releasesWithin(releases, scope),
  };
}

async function readResources(
  store: EventStore,
  { from, to, by }: ResourcesQuery,
  selection: Selection,
): Promise<ResourcesResponse> {
  const scope = { from, to, selection };
  const [resources, longTasks] = await Promise.all([
    queryResources(store, scope, { by, limit: MOST_ROWS }),
    queryLongTasks(store, scope, MOST_ROWS),
  ]);
  return { resources, longTasks };
}
