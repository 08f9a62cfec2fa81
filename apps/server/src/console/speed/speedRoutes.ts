import { VITALS } from "@marquee/contract";
import type {
  ErrorDetailsResponse,
  ErrorGroup,
  ErrorsQuery,
  ErrorsResponse,
  OverviewQuery,
  SpeedQuery,
  SpeedResponse,
  VitalValues,
} from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import { queryReleases, releaseAt, releasesWithin } from "../../archive/archiveQueries.ts";
import { ApiError } from "../../errors/apiError.ts";
import { addRoute } from "../../http/consoleRoute.ts";
import type { StackResolver } from "../../sourceMaps/createStackResolver.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryErrorGroups } from "../../storage/events/queries/errors/errorGroups.ts";
import { queryErrorSeries } from "../../storage/events/queries/errors/errorSeries.ts";
import { queryLatestError } from "../../storage/events/queries/errors/latestError.ts";
import { queryShownVariations } from "../../storage/events/queries/errors/shownVariations.ts";
import { querySlowestPages } from "../../storage/events/queries/webVitals/slowestPages.ts";
import { queryWebVitalsChoices } from "../../storage/events/queries/webVitals/speedChoices.ts";
import { queryViewTimings } from "../../storage/events/queries/webVitals/viewTimings.ts";
import {
  queryVitalSeries,
  queryVitalSummaries,
} from "../../storage/events/queries/webVitals/vitalSummaries.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { validateDateRange, validateTimeSeries } from "../../time/dateRange.ts";
import { bucketStarts, fillGaps } from "../../time/timeSeries.ts";

/** Dependencies of the speed and error queries. */
interface ErrorSources {
  eventStore: EventStore;
  db: RecordsDatabase;
  stacks: StackResolver;
}

const MAX_GROUPS = 100;

const MOST_PAGES = 50;

const NOTHING = Object.fromEntries(VITALS.map((vital) => [vital, null])) as VitalValues;

/** Web vitals (Speed screen) and page errors (Errors screen). */
export function speedRoutes(sources: ErrorSources) {
  return async (scope: FastifyInstance): Promise<void> => {
    addRoute(scope, "GET /speed", async ({ query }) => readSpeed(sources, query));

    addRoute(scope, "GET /errors", async ({ query }) => readErrors(sources, query));

    addRoute(scope, "GET /errors/:fingerprint", async ({ params, query }) =>
      readErrorDetails(sources, params.fingerprint, query),
    );
  };
}

/** Web vitals in a date range. @throws {ApiError} bad_request for an invalid date range. */
async function readSpeed(
  { eventStore: store, db }: { eventStore: EventStore; db: RecordsDatabase },
  query: SpeedQuery,
): Promise<SpeedResponse> {
  validateTimeSeries(query);
  const { from, to, interval: _interval, tz: _tz, vital, ...filter } = query;
  const span = { from, to };
  const starts = bucketStarts(query);
  const [vitals, series, pages, timings, choices, variations, releases] = await Promise.all([
    queryVitalSummaries(store, span, filter),
    queryVitalSeries(store, { ...span, filter, starts }),
    querySlowestPages(store, { ...span, filter, vital, limit: MOST_PAGES }),
    queryViewTimings(store, { ...span, filter, limit: MOST_PAGES }),
    queryWebVitalsChoices(store, span),
    queryShownVariations(store, span),
    queryReleases(db),
  ]);
  return {
    vitals,
    series: fillGaps(starts, series, { values: NOTHING }),
    pages,
    timings,
    ...choices,
    variations,
    releases: releasesWithin(releases, span),
  };
}

/** Error groups in a date range. @throws {ApiError} bad_request for an invalid date range. */
async function readErrors(
  { eventStore, db, stacks }: ErrorSources,
  query: ErrorsQuery,
): Promise<ErrorsResponse> {
  validateDateRange(query);
  const [groups, releases] = await Promise.all([
    queryErrorGroups(eventStore, query, MAX_GROUPS + 1),
    queryReleases(db),
  ]);
  const shown: ErrorGroup[] = [];
  for (const group of groups.slice(0, MAX_GROUPS)) {
    shown.push({
      ...group,
      firstRelease: releaseAt(releases, group.firstSeen),
      lastRelease: releaseAt(releases, group.lastSeen),
      source: await stacks.innermost(group.stack),
    });
  }
  return { groups: shown, hasMore: groups.length > MAX_GROUPS };
}

/** One error in a date range. @throws {ApiError} bad_request for an invalid date range, not_found for an unknown error. */
async function readErrorDetails(
  { eventStore, db, stacks }: ErrorSources,
  fingerprint: string,
  query: OverviewQuery,
): Promise<ErrorDetailsResponse> {
  validateTimeSeries(query);
  const { from, to } = query;
  const starts = bucketStarts(query);
  const [series, latest, releases] = await Promise.all([
    queryErrorSeries(eventStore, { from, to, fingerprint, starts }),
    queryLatestError(eventStore, { from, to, fingerprint }),
    queryReleases(db),
  ]);
  if (!latest) throw new ApiError("not_found", "Error not found. Go back to the list.");
  const { message, stack } = latest;
  return {
    message,
    series: fillGaps(starts, series, { count: 0, visitors: 0 }),
    stack: stack === "" ? [] : await stacks.lines(stack),
    releases: releasesWithin(releases, query),
  };
}
