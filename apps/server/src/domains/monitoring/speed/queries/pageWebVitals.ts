import { ONE_DAY, VITALS, type Vital, WEB_VITALS_EVENT } from "@marquee/contract";
import { OF_PEOPLE } from "../../../../platform/storage/events/queries/ofPeople.ts";
import { percentile75, type Span } from "../../../../platform/storage/events/queries/sqlParts.ts";
import { UNIQUE_EVENTS } from "../../../../platform/storage/events/queries/uniqueEvents.ts";
import type { Selection } from "../../../questions/queries/selection.ts";

/** Page views in a date range that match the filters. */
export interface SpeedScope extends Span {
  selection: Selection;
}

/** Maximum valid value, 10 minutes in milliseconds. Larger values are not real measurements; clients can send any number. */
export const LARGEST = 600_000;

/** Columns of Datadog's client; unlike the site's library, it does not name the elements. */
const RUM_VITALS: Record<Vital, string> = {
  lcp: "largest_contentful_paint",
  inp: "interaction_to_next_paint",
  cls: "cumulative_layout_shift",
  ttfb: "first_byte",
  fcp: "first_contentful_paint",
};

/**
 * Page views that reported web vitals to either client, each once, with `timestamp`, `host`, `path`, one column per vital (null if not measured) and
 * `<vital>Target`. Needs {@link speedParams}.
 */
export function pageWebVitals({ selection }: SpeedScope): string {
  const rum = VITALS.map((vital) => `${validated(RUM_VITALS[vital])} AS ${vital}, '' AS ${vital}Target`);
  return `(
    SELECT timestamp, toString(host) AS host, path, ${VITALS.map(columnsOf).join(", ")}
    FROM ${UNIQUE_EVENTS} WHERE ${reportedVitals(selection)}
    UNION ALL
    SELECT timestamp, host, path, ${rum.join(", ")}
    FROM ${rumPageViews(selection)}
  )`;
}

/** Condition for the events that reported web vitals to the site's library. Needs {@link speedParams}. */
export function reportedVitals({ ofPages }: Selection): string {
  return `type = 'track' AND event = '${WEB_VITALS_EVENT}' AND ${OF_PEOPLE} AND (${ofPages})`;
}

/** Events of Datadog's client in a date range, with the columns that filters compare. @param types quoted, comma-separated. */
export function rumEvents(types: string, columns: string, { ofPages }: Selection): string {
  return `(SELECT * FROM (
    SELECT ${columns}, type, message_id, timestamp, visitor_id, linked_session AS session_id, path, toString(host) AS host, '' AS page_version
    FROM monitoring_events FINAL
    WHERE type IN (${types}) AND track = 'rum'
      AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})
  ) WHERE ${ofPages})`;
}

/**
 * Views of Datadog's client, each by its latest report, unless the site's library measured them too: it runs on a page if the view references
 * one of its sessions, and measured it if that session reported web vitals. Rows whose session has expired count as measured.
 */
function rumPageViews(selection: Selection): string {
  const columns = `view_id, document_version, is_linked, ${Object.values(RUM_VITALS).join(", ")}`;
  return `(
    SELECT * FROM ${rumEvents("'view'", columns, selection)}
    WHERE NOT is_linked OR (session_id > 0 AND session_id NOT IN (
      SELECT session_id FROM events WHERE type = 'track' AND event = '${WEB_VITALS_EVENT}'
        AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${ONE_DAY}) AND timestamp < fromUnixTimestamp64Milli({to:Int64} + ${ONE_DAY})))
    ORDER BY document_version DESC LIMIT 1 BY view_id
  )`;
}

export function speedParams({ from, to, selection }: SpeedScope): Record<string, unknown> {
  return { from, to, ...selection.params };
}

/** The 75th percentile of each vital, which page speed is rated by (https://web.dev/articles/vitals), as `p75_<vital>`. */
export const ALL_P75 = VITALS.map((vital) => `${percentile75(vital)} AS p75_${vital}`).join(", ");

const validated = (value: string) => `if(${value} >= 0 AND ${value} < ${LARGEST}, ${value}, NULL)`;

function columnsOf(vital: Vital): string {
  const value = `JSONExtractFloat(properties, '${vital}')`;
  const isNumber = `toString(JSONType(properties, '${vital}')) IN ('Int64', 'UInt64', 'Double')`;
  return `if(${isNumber}, ${validated(value)}, NULL) AS ${vital}, JSONExtractString(properties, '${vital}Target') AS ${vital}Target`;
}
