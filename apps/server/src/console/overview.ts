import type { Figures, OverviewQuery, OverviewResponse } from "@marquee/contract/schema";
import type { EventStore } from "../storage/events/eventStore.ts";
import { querySeries } from "../storage/events/queries/series.ts";
import { querySessions } from "../storage/events/queries/sessions.ts";
import type { Span } from "../storage/events/queries/sqlParts.ts";
import { queryTopPages } from "../storage/events/queries/topPages.ts";
import { queryTopSources } from "../storage/events/queries/topSources.ts";
import { queryHasDemoData, queryTotals } from "../storage/events/queries/totals.ts";
import { validateTimeSeries } from "../time/dateRange.ts";
import { bucketStarts, fillGaps } from "../time/timeSeries.ts";

const TOP_ROWS = 10;

/** All data of the Overview screen for a date range. @throws {ApiError} bad_request for an invalid date range. */
export async function readOverview(store: EventStore, query: OverviewQuery): Promise<OverviewResponse> {
  validateTimeSeries(query);
  const { from, to, interval, tz } = query;
  const starts = bucketStarts(query);
  const span = { from, to };
  const [totals, previous, series, pages, sources, hasDemoData] = await Promise.all([
    readFigures(store, span),
    readFigures(store, { from: from - (to - from), to: from }),
    querySeries(store, { ...span, interval, tz }),
    queryTopPages(store, span, TOP_ROWS),
    queryTopSources(store, span, TOP_ROWS),
    queryHasDemoData(store),
  ]);
  return {
    totals,
    previous,
    series: fillGaps(starts, series, { visitors: 0, pageViews: 0 }),
    pages,
    sources,
    hasDemoData,
  };
}

async function readFigures(store: EventStore, span: Span): Promise<Figures> {
  const [totals, sessions] = await Promise.all([queryTotals(store, span), querySessions(store, span)]);
  return { ...totals, ...sessions };
}
