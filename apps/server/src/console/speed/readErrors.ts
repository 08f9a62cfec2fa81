import type {
  ErrorDetailsResponse,
  ErrorGroup,
  ErrorsQuery,
  ErrorsResponse,
  OverviewQuery,
} from "@marquee/contract/schema";
import { queryReleases, releaseAt, releasesWithin } from "../../archive/archiveQueries.ts";
import { ApiError } from "../../errors/apiError.ts";
import type { StackResolver } from "../../sourceMaps/createStackResolver.ts";
import type { EventStore } from "../../storage/events/eventStore.ts";
import { queryErrorGroups } from "../../storage/events/queries/errors/errorGroups.ts";
import { queryErrorSeries } from "../../storage/events/queries/errors/errorSeries.ts";
import { queryLatestError } from "../../storage/events/queries/errors/latestError.ts";
import type { RecordsDatabase } from "../../storage/records/records.ts";
import { validateDateRange, validateTimeSeries } from "../../time/dateRange.ts";
import { bucketStarts, fillGaps } from "../../time/timeSeries.ts";

/** Dependencies of the error queries. */
export interface ErrorSources {
  eventStore: EventStore;
  db: RecordsDatabase;
  stacks: StackResolver;
}

const MAX_GROUPS = 100;

/** What went wrong within a span. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readErrors(
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

/** One error within a span. @throws {ApiError} bad_request for a span that cannot be shown, not_found for an error that never happened. */
export async function readErrorDetails(
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
