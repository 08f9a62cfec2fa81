import { VITALS, type Vital } from "@marquee/contract";
import type { ResourceOrder, ResourcesResponse, SpeedResponse, VitalValues } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { bucketStarts, fillGaps } from "../../../platform/time/timeSeries.ts";
import { addRoute } from "../../accounts/addRoute.ts";
import { queryReleases, releasesWithin } from "../../archive/archiveQueries.ts";
import type { Questions, ScreenScope } from "../../questions/createQuestions.ts";
import { queryLongTasks } from "../speed/queries/longTasks.ts";
import { queryResources } from "../speed/queries/resources.ts";
import { querySlowestPages } from "../speed/queries/slowestPages.ts";
import { queryViewTimings } from "../speed/queries/viewTimings.ts";
import { queryVitalSeries, queryVitalSummaries } from "../speed/queries/vitalSummaries.ts";

interface SpeedRoutesOptions {
  eventStore: EventStore;
  db: RecordsDatabase;
  questions: Pick<Questions, "scope">;
}

const MOST_ROWS = 50;

const NOTHING = Object.fromEntries(VITALS.map((vital) => [vital, null])) as VitalValues;

/** Web vitals, and the resources and long tasks behind them (Speed screen). */
export function speedRoutes({ eventStore, db, questions }: SpeedRoutesOptions) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "POST /query/speed", async ({ account, body }) =>
      readSpeed({ eventStore, db }, await questions.scope(body, { account: account.id }), body.vital),
    );

    addRoute(scope, "POST /query/speed/resources", async ({ account, body }) =>
      readResources(eventStore, await questions.scope(body, { account: account.id }), body.by),
    );
  };
}

async function readSpeed(
  { eventStore: store, db }: Pick<SpeedRoutesOptions, "eventStore" | "db">,
  scope: ScreenScope,
  vital: Vital,
): Promise<SpeedResponse> {
  const starts = bucketStarts(scope);
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
  scope: ScreenScope,
  by: ResourceOrder,
): Promise<ResourcesResponse> {
  const [resources, longTasks] = await Promise.all([
    queryResources(store, scope, { by, limit: MOST_ROWS }),
    queryLongTasks(store, scope, MOST_ROWS),
  ]);
  return { resources, longTasks };
}
