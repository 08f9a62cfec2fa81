import { ERROR_EVENT } from "@marquee/contract";
import type { ReplayFilter } from "@marquee/contract/schema";
import type { ReplayKey } from "../../../records/deletedReplays.ts";
import type { EventStore } from "../../eventStore.ts";
import { ERROR_COLUMNS } from "../errors/errorRows.ts";
import { IS_ERROR, IS_EVENT, IS_PAGE } from "./replayConditions.ts";
import { ARE_ASKED, askedParams, EVENTS_ARE_NEAR } from "./replayCounts.ts";
import { readSessionMoment, SESSION_MOMENT, type SessionMoment } from "./sessionMoment.ts";

/** Filters for something that happens at a moment. If several are given, the first one counts. */
const MOMENTS = ["error", "frustration", "event", "page"] as const;

const EVENTS = `FROM events WHERE ${EVENTS_ARE_NEAR} AND ${ARE_ASKED}`;
/** Selects the matching moments, with the column `path`. */
const SOURCES: Record<(typeof MOMENTS)[number], string> = {
  error: `SELECT ${SESSION_MOMENT}, path, ${ERROR_COLUMNS} ${EVENTS}
    AND type = 'track' AND event = '${ERROR_EVENT}' AND ${IS_ERROR}`,
  frustration: `SELECT session_id AS sessionId, visitor_id AS visitorId, toUnixTimestamp64Milli(timestamp) AS at, path
    FROM interactions WHERE ${ARE_ASKED} AND frustration = {frustration:String}`,
  event: `SELECT ${SESSION_MOMENT}, path ${EVENTS} AND type = 'track' AND ${IS_EVENT}`,
  page: `SELECT ${SESSION_MOMENT}, path ${EVENTS} AND type = 'page'`,
};

/**
 * When the visitors first did what the filter asks for; on the filter's page, if they did it there. Sessions without such a moment are left out, for
 * example because the filter asks for none.
 */
export async function queryMatchedMoments(
  store: Pick<EventStore, "query">,
  { page, ...filter }: ReplayFilter,
  replays: readonly ReplayKey[],
): Promise<SessionMoment[]> {
  const asked = MOMENTS.find((name) => ({ ...filter, page })[name] !== undefined);
  if (!asked || replays.length === 0) return [];
  const isElsewhere = page === undefined ? "0" : `NOT (${IS_PAGE})`;
  const { first, last, ...params } = askedParams(replays);
  const sql = `
    SELECT sessionId, visitorId, argMin(at, (${isElsewhere}, at)) AS at
    FROM (${SOURCES[asked]}) GROUP BY sessionId, visitorId`;
  const rows = await store.query<SessionMoment>(sql, {
    ...params,
    ...(asked !== "frustration" && { first, last }),
    ...(page !== undefined && { page }),
    ...(asked !== "page" && { [asked]: filter[asked] }),
  });
  return rows.map(readSessionMoment);
}
