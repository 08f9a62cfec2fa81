import { MONITORING_PATH } from "@marquee/contract";
import type { MonitoredAnswer, MonitoredQuery } from "@marquee/contract/schema";
import type { EventStore } from "../../storage/events/eventStore.ts";
import {
  hasMonitoredEvents,
  queryMonitoredChoices,
  queryNewVersions,
} from "../../storage/events/queries/rum/rumChoices.ts";
import { queryMonitoredFigures, queryMonitoredSeries } from "../../storage/events/queries/rum/rumFigures.ts";
import { bucketStarts } from "../../time/bucketStarts.ts";
import { checkSeries } from "../../time/dateRange.ts";

/** What the questions about what Datadog's clients sent are answered from. */
export interface MonitoredSources {
  eventStore: EventStore;
  /** Origin of this server, and the key that clients send with. */
  publicUrl: string;
  writeKey: string;
}

/** How applications did within a span. @throws {ApiError} bad_request for a span that cannot be shown. */
export async function readMonitored(
  { eventStore: store, publicUrl, writeKey }: MonitoredSources,
  query: MonitoredQuery,
): Promise<MonitoredAnswer> {
  checkSeries(query);
  const { interval: _interval, tz: _tz, ...scope } = query;
  const { from, to, application } = scope;
  const [figures, series, choices, versions, hasEvents] = await Promise.all([
    queryMonitoredFigures(store, scope),
    queryMonitoredSeries(store, scope, bucketStarts(query)),
    queryMonitoredChoices(store, { from, to }),
    queryNewVersions(store, { from, to, application }),
    hasMonitoredEvents(store),
  ]);
  const intake = { clientToken: writeKey, proxy: new URL(MONITORING_PATH, publicUrl).href };
  return { figures, series, choices, versions, hasEvents, intake };
}
