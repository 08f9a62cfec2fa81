import { ERROR_EVENT } from "@marquee/contract";
import { IS_WITHIN, type Span } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { UNIQUE_EVENTS } from "../../../../platform/storage/events/queries/uniqueEvents.ts";
import type { Selection } from "../../../questions/queries/selection.ts";
import { errorColumns, FINGERPRINT } from "./errorPlace.ts";

/** A screen's selection: errors in a date range that match the filters. */
export interface ErrorScope extends Span {
  selection: Selection;
  /** Part of the message, the place or the path. */
  text?: string | undefined;
}

const textOf = (name: string) => `JSONExtractString(properties, '${name}')`;

/** {@link errorColumns} of `events`. */
export const ERROR_COLUMNS = errorColumns({
  message: textOf("message"),
  stack: textOf("stack"),
  source: textOf("source"),
  host: "host",
});

/** Errors that the site's own library reported, without bots and known customers. */
const OWN_ERRORS = `
  SELECT message_id, timestamp, timestamp AS told, visitor_id, visitor_id AS person, session_id, '' AS rum_session,
         timestamp - toIntervalMillisecond(greatest(0, toUnixTimestamp64Milli(original_timestamp) - session_id)) AS session_start,
         host, path, page_version, toString(browser) AS software, toString(device) AS device_kind, variations AS seen_variations,
         '' AS version, ${textOf("kind")} AS kind, ${ERROR_COLUMNS}
  FROM ${UNIQUE_EVENTS}
  WHERE type = 'track' AND event = '${ERROR_EVENT}' AND bot = '' AND audience != 'customer'
    AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** The type is part of the message, as in the site library's. */
const RUM_MESSAGE = `if(name = '' OR startsWith(error_message, name), replaceRegexpOne(error_message, '^Uncaught ', ''),
  concat(name, ': ', replaceRegexpOne(error_message, '^Uncaught ', '')))`;

/**
 * Errors that Datadog's client reported. `session_id` is the session of the site's library that they refer to; 0 for none.
 */
const RUM_ERRORS = `
  SELECT message_id, timestamp, timestamp AS told, visitor_id, if(visitor_id != '', visitor_id, monitoring_events.session_id) AS person,
         linked_session AS session_id, monitoring_events.session_id AS rum_session, timestamp AS session_start,
         toString(monitoring_events.host) AS host, path, '' AS page_version, toString(browser) AS software,
         toString(device) AS device_kind, [] AS seen_variations,
         toString(monitoring_events.version) AS version, toString(monitoring_events.kind) AS kind, is_linked,
         ${errorColumns({ message: RUM_MESSAGE, stack: "error_stack", source: "''", host: "host" })}
  FROM monitoring_events FINAL
  WHERE type = 'error' AND track = 'rum' AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/**
 * Errors of both clients up to the end of a date range, each once, with their `fingerprint`. On pages with the site's library, the library
 * reports each error too, so Datadog's duplicate reports are left out. Needs the parameters of `dateRangeParams`.
 */
export const ALL_ERRORS = `(
  SELECT *, ${FINGERPRINT} AS fingerprint FROM (${OWN_ERRORS})
  UNION ALL
  SELECT * EXCEPT (is_linked), ${FINGERPRINT} AS fingerprint FROM (${RUM_ERRORS})
  WHERE NOT is_linked OR fingerprint NOT IN (SELECT ${FINGERPRINT} FROM (${OWN_ERRORS}))
)`;

const MATCHES = ["said", "place", "path"]
  .map((column) => `positionCaseInsensitiveUTF8(${column}, {text:String}) > 0`)
  .join(" OR ");

/** {@link ALL_ERRORS} with `is_asked`: whether the error is in the date range and matches the filters. Needs {@link errorParams}. */
export function errorsOf({ selection, text }: ErrorScope): string {
  return `(SELECT *, ${IS_WITHIN} AND (${selection.ofPages}) AS is_asked FROM ${ALL_ERRORS} ${text ? `WHERE ${MATCHES}` : ""})`;
}

export function errorParams({ from, to, selection, text }: ErrorScope): Record<string, unknown> {
  return { from, to, ...selection.params, ...(text && { text }) };
}
