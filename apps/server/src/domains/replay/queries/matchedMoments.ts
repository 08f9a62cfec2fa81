import { ERROR_EVENT } from "@marquee/contract";
import type { ReplayFilter } from "@marquee/contract/schema";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { dateRangeParams, hostOf, type Span } from "../../../platform/storage/events/queries/sqlParts.ts";
import type { ReplayKey } from "../../../platform/storage/records/deletedReplays.ts";
import { ERROR_COLUMNS } from "../../monitoring/errors/queries/errorRows.ts";
import type { Selection } from "../../questions/queries/selection.ts";
import { IS_ERROR } from "./replayConditions.ts";
import { ARE_ASKED, askedParams, EVENTS_ARE_NEAR } from "./replayCounts.ts";
import { readSessionMoment, SESSION_MOMENT, type SessionMoment } from "./sessionMoment.ts";

interface Options extends Span {
  filter: ReplayFilter;
  selection: Selection;
}

const EVENTS = `FROM events WHERE ${EVENTS_ARE_NEAR} AND ${ARE_ASKED}`;

/**
 * When the visitors first did what the filters match; an error or frustration signal on the filtered page, if they had one there. Sessions without such a
 * moment are left out, for example because no filter implies one.
 */
export async function queryMatchedMoments(
  store: Pick<EventStore, "query">,
  { filter, selection, ...span }: Options,
  replays: readonly ReplayKey[],
): Promise<SessionMoment[]> {
  const moments = momentsOf(filter, selection);
  if (moments === null || replays.length === 0) return [];
  const { error = "", frustration = "" } = filter;
  const sql = `SELECT sessionId, visitorId, argMin(at, (isElsewhere, at)) AS at FROM (${moments}) GROUP BY sessionId, visitorId`;
  const params = { ...dateRangeParams(span), ...askedParams(replays), ...selection.params };
  const rows = await store.query<SessionMoment>(sql, { ...params, error, frustration });
  return rows.map(readSessionMoment);
}

/** Subquery of the moments implied by the first such filter; null without one. */
function momentsOf(
  { error, frustration }: ReplayFilter,
  { ofVisits, ofPages, ofEvents }: Selection,
): string | null {
  const isElsewhere = `${ofPages === ofVisits ? "0" : `NOT (${ofPages})`} AS isElsewhere`;
  if (error !== undefined)
    return `SELECT ${SESSION_MOMENT}, ${isElsewhere}, ${ERROR_COLUMNS} ${EVENTS}
      AND type = 'track' AND event = '${ERROR_EVENT}' AND ${IS_ERROR}`;
  if (frustration !== undefined)
    return `SELECT session_id AS sessionId, visitor_id AS visitorId, toUnixTimestamp64Milli(timestamp) AS at,
        ${hostOf("url")} AS host, ${isElsewhere}
      FROM interactions WHERE ${ARE_ASKED} AND frustration = {frustration:String}`;
  if (ofEvents === ofVisits) return null;
  return `SELECT ${SESSION_MOMENT}, 0 AS isElsewhere ${EVENTS} AND type IN ('page', 'track') AND ${ofEvents}`;
}
