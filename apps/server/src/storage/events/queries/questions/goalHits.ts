import { type Goal, NOT_FOUND_PAGE } from "@marquee/contract";
import { IS_IN_SESSION } from "../sessions.ts";
import { uniqueEvents } from "../uniqueEvents.ts";
import type { Bindings } from "./bindings.ts";
import { propertyText } from "./dimensionColumns.ts";

const IS_IN_RANGE =
  "timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})";

/** The path of a 404 page leads nowhere, so it is no page. */
const IS_LOST = `type = 'page' AND name = '${NOT_FOUND_PAGE}'`;

/** Columns of page views and events that questions use. */
const COLUMNS = `visitor_id, session_id, timestamp AS at, toString(type) AS kind, toString(event) AS event, if(${IS_LOST}, '', path) AS page,
  toString(host) AS host, toString(page_version) AS version, properties`;

/** Subquery of page views and tracked events in the range, each once. @param condition on the columns of `events`. */
export const eventsWhere = (condition: string) =>
  `SELECT ${COLUMNS} ${uniqueEvents(`${IS_IN_SESSION} AND ${IS_IN_RANGE} AND ${condition}`)}`;

/** Subquery of a goal's conversions in the range, one row each, with the columns of {@link eventsWhere}. */
export function goalHits({ condition }: Goal, bindings: Bindings): string {
  const { bind } = bindings;
  switch (condition.kind) {
    case "page": {
      const path = bind(condition.path);
      const matches = {
        is: `path = ${path}`,
        contains: `position(path, ${path}) > 0`,
        "starts with": `startsWith(path, ${path})`,
      };
      return eventsWhere(`type = 'page' AND NOT (${IS_LOST}) AND ${matches[condition.match]}`);
    }
    case "event": {
      const properties = condition.properties.map(
        ({ name, value }) => `${propertyText(name, bindings)} = ${bind(value)}`,
      );
      return eventsWhere(["type = 'track'", `event = ${bind(condition.event)}`, ...properties].join(" AND "));
    }
  }
}
