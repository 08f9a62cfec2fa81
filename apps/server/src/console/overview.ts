import { COUNTERS, EXCLUSION_REASONS, type ExclusionReason, previousPeriod } from "@marquee/contract";
import type { ComparedQuery, Figures, OverviewResponse } from "@marquee/contract/schema";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryCounters } from "../storage/events/queries/counters.ts";
import { queryLeadChannels } from "../storage/events/queries/leads/leadChannels.ts";
import { queryLeadCounts } from "../storage/events/queries/leads/leadCounts.ts";
import { querySeries } from "../storage/events/queries/series.ts";
import { querySessions } from "../storage/events/queries/sessions.ts";
import type { Span } from "../storage/events/queries/sqlParts.ts";
import { queryTopPages } from "../storage/events/queries/topPages.ts";
import { queryTopSources } from "../storage/events/queries/topSources.ts";
import { queryHasDemoData, queryTotals } from "../storage/events/queries/totals.ts";
import { validateTimeSeries } from "../time/dateRange.ts";
import { bucketStarts, fillGaps } from "../time/timeSeries.ts";

const TOP_ROWS = 10;

/**
 * All data of the Overview screen for a date range.
 * @param query its end is not in the future. @throws {ApiError} bad_request for an invalid date range.
 */
export async function readOverview(store: EventStore, query: ComparedQuery): Promise<OverviewResponse> {
  validateTimeSeries(query);
  const { from, to, interval, tz, compareDays } = query;
  const starts = bucketStarts(query);
  const span = { from, to };
  const previousSpan = previousPeriod(span, tz, compareDays);
  const [totals, previous, series, pages, sources, leadChannels, excluded, hasDemoData] = await Promise.all([
    readFigures(store, span),
    readFigures(store, previousSpan),
    querySeries(store, { ...span, interval, tz }),
    queryTopPages(store, span, TOP_ROWS),
    queryTopSources(store, span, TOP_ROWS),
    queryLeadChannels(store, span),
    readExcluded(store, span),
    queryHasDemoData(store),
  ]);
  return {
    range: span,
    totals,
    previousRange: previousSpan,
    previous,
    excluded,
    series: fillGaps(starts, series, { visitors: 0, pageViews: 0 }),
    pages,
    sources,
    leadChannels,
    hasDemoData,
  };
}

async function readFigures(store: EventStore, span: Span): Promise<Figures> {
  const [totals, sessions, leads] = await Promise.all([
    queryTotals(store, span),
    querySessions(store, span),
    queryLeadCounts(store, span),
  ]);
  return { ...totals, ...sessions, ...leads };
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
