import { AUTOMATIC_EVENTS, MAIN_EVENTS, readablePath } from "@marquee/contract";
import type { PathNode, PathsQuery } from "@marquee/contract/schema";
import { IS_IN_SESSION } from "../../../platform/storage/events/queries/sessions.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import type { Bindings } from "../../questions/queries/bindings.ts";
import { IS_IN_RANGE, IS_LOST } from "../../questions/queries/goalHits.ts";

/** What distinguishes two events of the same name: the overlay, form or button. */
const DETAIL = `multiIf(event = 'Overlay Opened', JSONExtractString(properties, 'overlay'),
  startsWith(event, 'Form '), JSONExtractString(properties, 'form'),
  event = 'click web', JSONExtractString(properties, 'buttonClicked'), '')`;

/** A node of a page view or event, as one text. A 404 page is not a page, because its path does not exist. */
const NODE = `if(type = 'page', concat('page\\n', if(${IS_LOST}, '', path), '\\n'), concat('event\\n', toString(event), '\\n', ${DETAIL}))`;

/** Nodes that are not page views or events. */
export const LEFT = "left\n\n";
export const ENTERED = "entered\n\n";
export const OTHER = "other\n\n";

export const writeNode = ({ kind, name, detail }: PathNode) =>
  [kind, kind === "page" ? readablePath(name) : name, detail].join("\n");

export function readNode(text: string): PathNode {
  const [kind = "", name = "", ...detail] = text.split("\n");
  // Safe cast: only the queries here write nodes.
  return { kind: kind as PathNode["kind"], name, detail: detail.join("\n") };
}

/**
 * Subquery of page views and what visitors did in the range, with `session_id`, `visitor_id`, `at` in milliseconds, `message_id` and `node`.
 * @param anchor included even if it is an event that is normally hidden.
 */
export function pathEvents(of: PathsQuery["of"], bindings: Bindings, anchor?: PathsQuery["anchor"]): string {
  const isShown =
    of === "main"
      ? `event IN ${bindings.bindTexts(MAIN_EVENTS)}`
      : `event NOT IN ${bindings.bindTexts(AUTOMATIC_EVENTS)}`;
  const isAnchor = anchor?.kind === "event" ? ` OR event = ${bindings.bind(anchor.name)}` : "";
  return `
    SELECT session_id, visitor_id, toUnixTimestamp64Milli(timestamp) AS at, message_id, ${NODE} AS node
    ${uniqueEvents(`${IS_IN_SESSION} AND ${IS_IN_RANGE}`)} AND (type = 'page' OR (type = 'track' AND (${isShown}${isAnchor})))`;
}
