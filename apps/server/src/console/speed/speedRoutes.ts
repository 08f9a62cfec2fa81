import { VITALS } from "@marquee/contract";
import type { SpeedQuery, SpeedResponse, VitalValues } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { queryReleases, releasesWithin } from "../../archive/archiveQueries.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryShownVariations } from "../../storage/events/queries/errors/shownVariations.ts";
import { querySlowestPages } from "../../storage/events/queries/webVitals/slowestPages.ts";
import { queryWebVitalsChoices } from "../../storage/events/queries/webVitals/speedChoices.ts";
import {
  queryVitalSeries,
  queryVitalSummaries,
} from "../../storage/events/queries/webVitals/vitalSummaries.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { validateTimeSeries } from "../../time/dateRange.ts";
import { bucketStarts, fillGaps } from "../../time/timeSeries.ts";
import { type ErrorSources, readErrorDetails, readErrors } from "./readErrors.ts";

const MOST_PAGES = 50;

const NOTHING = Object.fromEntries(VITALS.map((vital) => [vital, null])) as VitalValues;

/** How fast pages are for people, and what goes wrong on them. */
export function speedRoutes(sources: ErrorSources) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /speed", async ({ query }) => readSpeed(sources, query));

    addRoute(scope, "GET /errors", async ({ query }) => readErrors(sources, query));

    addRoute(scope, "GET /errors/:fingerprint", async ({ params, query }) =>
      readErrorDetails(sources, params.fingerprint, query),
    );
  };
}

/** How fast pages were within a span. @throws {ApiError} bad_request for a span that cannot be shown. */
async function readSpeed(
  { eventStore: store, db }: { eventStore: EventStore; db: RecordsDatabase },
  query: SpeedQuery,
): Promise<SpeedResponse> {
  validateTimeSeries(query);
  const { from, to, interval: _interval, tz: _tz, vital, ...filter } = query;
  const span = { from, to };
  const starts = bucketStarts(query);
  const [vitals, series, pages, choices, variations, releases] = await Promise.all([
    queryVitalSummaries(store, span, filter),
    queryVitalSeries(store, { ...span, filter, starts }),
    querySlowestPages(store, { ...span, filter, vital, limit: MOST_PAGES }),
    queryWebVitalsChoices(store, span),
    queryShownVariations(store, span),
    queryReleases(db),
  ]);
  return {
    ...{ vitals, series: fillGaps(starts, series, { values: NOTHING }), pages, ...choices, variations },
    releases: releasesWithin(releases, span),
  };
}
