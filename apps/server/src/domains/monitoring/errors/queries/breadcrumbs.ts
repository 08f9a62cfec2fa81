import { ERROR_EVENT, ONE_DAY, ONE_HOUR, WEB_VITALS_EVENT } from "@marquee/contract";
import type { Breadcrumb } from "@marquee/contract/schema";
import type { EventStore } from "../../../../platform/storage/events/eventStore.ts";
import type { ErrorOccurrence } from "./latestError.ts";

/** A breadcrumb without its time in a replay. */
export type StoredBreadcrumb = Omit<Breadcrumb, "replay">;

const MOST_CRUMBS = 30;
const BEFORE = ONE_HOUR;

const isBefore = (column: string, tolerance = 0) =>
  `${column} >= fromUnixTimestamp64Milli({at:Int64} - ${BEFORE + tolerance}) AND ${column} <= fromUnixTimestamp64Milli({at:Int64} + ${tolerance})`;
const OF_SESSION = "session_id = {sessionId:UInt64} AND visitor_id = {visitorId:String}";

/** Properties with the subject of an event: the clicked button, or the section. */
const SUBJECT = ["buttonClicked", "sectionId"]
  .map((name) => `nullIf(JSONExtractString(properties, '${name}'), '')`)
  .join(", ");

const EVENTS = `
  SELECT message_id, timestamp AS told, multiIf(type = 'page', 'page', event = '${ERROR_EVENT}', 'error', 'event') AS kind,
         multiIf(type = 'page', path, event = '${ERROR_EVENT}', JSONExtractString(properties, 'message'), event) AS text,
         if(kind = 'event', coalesce(${SUBJECT}, ''), '') AS detail
  FROM events
  WHERE ${OF_SESSION} AND {sessionId:UInt64} > 0 AND ${isBefore("timestamp")} AND ${isBefore("original_timestamp", ONE_DAY)}
    AND type IN ('page', 'track') AND event != '${WEB_VITALS_EVENT}' AND message_id != {messageId:String}`;

const CLICKS = `
  SELECT message_id, timestamp AS told, 'click' AS kind, selector AS text, toString(frustration) AS detail
  FROM interactions WHERE type = 'click' AND ${OF_SESSION} AND {sessionId:UInt64} > 0 AND ${isBefore("timestamp")}`;

/** Requests of the page's scripts; other resources are not actions of the visitor. */
const IS_CRUMB =
  "(type = 'action' OR type = 'view' OR type = 'error' OR (type = 'resource' AND monitoring_events.kind IN ('xhr', 'fetch')))";

/**
 * The first report of each view, which marks its start. Data that the site's library also reports comes from
 * there.
 */
const RUM = `
  SELECT message_id, timestamp AS told,
         multiIf(type = 'view', 'page', type = 'action', if(monitoring_events.kind = 'click', 'click', 'event'), type = 'resource', 'request', 'error') AS kind,
         multiIf(type = 'view', toString(view_name), type = 'error', error_message, name) AS text,
         multiIf(type = 'action', toString(frustration), type = 'resource' AND status_code > 0, toString(status_code), '') AS detail
  FROM monitoring_events
  WHERE track = 'rum' AND ${IS_CRUMB} AND ${isBefore("timestamp")} AND message_id != {messageId:String}
    AND ((linked_session = {sessionId:UInt64} AND {sessionId:UInt64} > 0)
      OR (monitoring_events.session_id = {rumSession:String} AND {rumSession:String} != ''))
    AND ({sessionId:UInt64} = 0 OR type = 'resource' OR (type = 'action' AND (monitoring_events.kind != 'click'
      OR {sessionId:UInt64} NOT IN (SELECT session_id FROM interactions WHERE type = 'click' AND ${OF_SESSION}))))
  ORDER BY type = 'view', timestamp LIMIT 1 BY if(type = 'view', view_id, message_id)`;

/** What the visitor did in the hour before an error, newest last. Clicks that both clients report count once. */
export async function queryBreadcrumbs(
  store: Pick<EventStore, "query">,
  { at, visitorId, sessionId, rumSession, messageId }: ErrorOccurrence,
): Promise<StoredBreadcrumb[]> {
  if (sessionId === 0 && rumSession === "") return [];
  const sql = `
    SELECT kind, text, detail, toUnixTimestamp64Milli(told) AS at
    FROM (SELECT * FROM (${EVENTS} LIMIT 1 BY message_id) UNION ALL SELECT * FROM (${CLICKS} LIMIT 1 BY message_id) UNION ALL SELECT * FROM (${RUM}))
    ORDER BY told DESC, message_id LIMIT ${MOST_CRUMBS}`;
  const rows = await store.query<StoredBreadcrumb>(sql, { at, visitorId, sessionId, rumSession, messageId });
  return rows.map((row) => ({ ...row, at: Number(row.at) })).reverse();
}
