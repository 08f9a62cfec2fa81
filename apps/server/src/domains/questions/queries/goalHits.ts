import {
  alternativesOf,
  type ClickCondition,
  type Goal,
  MAX_GOAL_TIME,
  NOT_FOUND_PAGE,
  ONE_DAY,
  readablePath,
  type SingleCondition,
} from "@marquee/contract";
import { IS_IN_SESSION } from "../../../platform/storage/events/queries/sessions.ts";
import { hostOf } from "../../../platform/storage/events/queries/sqlParts.ts";
import { uniqueEvents } from "../../../platform/storage/events/queries/uniqueEvents.ts";
import type { Bindings } from "./bindings.ts";
import {
  CLICK_LOCATION,
  CLICK_ROOT,
  CLICK_TARGET,
  CLICKED_ELEMENT,
  CLICKED_PAGE,
  elementSql,
} from "./clickTargets.ts";
import { propertyText } from "./dimensionColumns.ts";
import { DEPTH, IS_VIEW } from "./scrollRecords.ts";

const isInRange = (column: string) =>
  `${column} >= fromUnixTimestamp64Milli({from:Int64}) AND ${column} < fromUnixTimestamp64Milli({to:Int64})`;
export const IS_IN_RANGE = isInRange("timestamp");

/**
 * Condition on `session_id` and `visitor_id` of conversions: they belong to a visit. It may have started before the range.
 */
export const IS_IN_VISIT = `(session_id, visitor_id) IN (
  SELECT session_id, visitor_id FROM events
  WHERE type = 'page' AND ${IS_IN_SESSION} AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${ONE_DAY}) AND timestamp < fromUnixTimestamp64Milli({to:Int64}))`;

/** Host of interactions, which have no column for it. */
const HOST = hostOf("url");

/** A 404 page is not a page, because its path does not exist. */
export const IS_LOST = `type = 'page' AND name = '${NOT_FOUND_PAGE}'`;

/** Columns of page views and events that queries use. */
const COLUMNS = `visitor_id, session_id, timestamp AS at, toString(type) AS kind, toString(event) AS event, if(${IS_LOST}, '', path) AS page,
  toString(host) AS host, toString(page_version) AS version, properties`;

/** Subquery of page views and tracked events in the range, each once. @param condition on the columns of `events`. */
export const eventsWhere = (condition: string) =>
  `SELECT ${COLUMNS} ${uniqueEvents(`${IS_IN_SESSION} AND ${IS_IN_RANGE}`)} AND ${condition}`;

/**
 * Subquery of a goal's conversions in the range, one row each, with the columns of {@link eventsWhere} in their order. An event that matches several alternatives is
 * one conversion.
 */
export function goalHits({ condition }: Pick<Goal, "condition">, bindings: Bindings): string {
  const alternatives = alternativesOf(condition);
  const ofKind = <Kind extends SingleCondition["kind"]>(kind: Kind) =>
    alternatives.filter((each): each is OfKind<Kind> => each.kind === kind);
  const either = (conditions: readonly string[]) => `(${conditions.map((each) => `(${each})`).join(" OR ")})`;
  const events = alternatives.filter(isOfEvent).map((each) => eventCondition(each, bindings));
  const elements = ofKind("element").map((each) => elementCondition(each, bindings));
  const parts = [
    ...(events.length > 0 ? [eventsWhere(either(events))] : []),
    ...(elements.length > 0 ? [elementClicks(either(elements))] : []),
    ...distinct(ofKind("time").map((each) => longViews(each, bindings))),
    ...distinct(ofKind("scroll").map((each) => deepViews(each, bindings))),
  ];
  return parts.join(" UNION ALL ");
}

/**
 * One subquery of the distinct rows of several. Page views that match several alternatives have equal rows.
 */
function distinct(parts: readonly string[]): readonly string[] {
  return parts.length < 2 ? parts : [`SELECT DISTINCT * FROM (${parts.join(" UNION ALL ")})`];
}

/** Conditions that a single event can match. */
export type EventCondition = Exclude<SingleCondition, { kind: "element" | "time" | "scroll" }>;

export const isOfEvent = (condition: SingleCondition): condition is EventCondition =>
  !["element", "time", "scroll"].includes(condition.kind);

/** A condition as SQL on the columns of `events`. */
export function eventCondition(condition: EventCondition, bindings: Bindings): string {
  const { bind } = bindings;
  switch (condition.kind) {
    case "page": {
      const path = bind(readablePath(condition.path));
      const matches = {
        is: `path = ${path}`,
        contains: `position(path, ${path}) > 0`,
        "starts with": `startsWith(path, ${path})`,
      };
      return `type = 'page' AND NOT (${IS_LOST}) AND ${matches[condition.match]}`;
    }
    case "section":
      return `type = 'track' AND event = 'Section Viewed' AND ${SECTION_NAME} = ${bind(condition.section)}`;
    case "click":
      return clickCondition(condition, bindings);
    default: {
      const { event, properties } = eventOf(condition);
      const conditions = properties.map(
        ({ name, value }) => `${propertyText(name, bindings)} = ${bind(value)}`,
      );
      return ["type = 'track'", `event = ${bind(event)}`, ...conditions].join(" AND ");
    }
  }
}

/** Name of a viewed section: its internal name, which pages of other hosts may not have, or its ID. */
export const SECTION_NAME = `if(JSONExtractString(properties, 'sectionInternalName') != '',
  JSONExtractString(properties, 'sectionInternalName'), JSONExtractString(properties, 'sectionId'))`;

type OfKind<Kind extends SingleCondition["kind"]> = Extract<SingleCondition, { kind: Kind }>;

function clickCondition({ targets, path, root, location }: ClickCondition, bindings: Bindings): string {
  const { bind, bindTexts } = bindings;
  return [
    `type = 'track' AND event = 'click web' AND has(${bindTexts(targets)}, ${CLICK_TARGET})`,
    ...(path === "" ? [] : [`${CLICKED_PAGE} = ${bind(readablePath(path))}`]),
    ...(root === "" ? [] : [`${CLICK_ROOT} = ${bind(root)}`]),
    ...(location === "" ? [] : [`${CLICK_LOCATION} = ${bind(location)}`]),
  ].join(" AND ");
}

/** The event with properties that a condition is equivalent to. */
function eventOf(condition: OfKind<"event" | "form" | "overlay" | "button">): Omit<OfKind<"event">, "kind"> {
  switch (condition.kind) {
    case "event":
      return condition;
    case "form": {
      const { step, form } = condition;
      const event = step === "sent" ? "Form Sent" : "Form Started";
      return { event, properties: form === null ? [] : [{ name: "form", value: form }] };
    }
    case "overlay":
      return { event: "Overlay Opened", properties: [{ name: "overlay", value: condition.overlay }] };
    case "button": {
      const { label, root, location } = condition;
      const properties = Object.entries({ buttonClicked: label, root, location });
      return { event: "click web", properties: properties.map(([name, value]) => ({ name, value })) };
    }
  }
}

/** Rows of `interactions` in the range whose IDs have not expired, each once. They are of sampled sessions. */
const interactionsWhere = (condition: string) => `
  FROM interactions FINAL WHERE session_id > 0 AND visitor_id != '' AND ${IS_IN_RANGE} AND ${condition}`;

/** A row may count several clicks on one place. The limit is more than a person can make. */
const MAX_CLICKS_OF_ROW = 100;

/** On one page, an element has one selector; across pages, one per language. */
function elementCondition({ path, selector }: OfKind<"element">, { bind }: Bindings): string {
  const isElement =
    path === ""
      ? `${CLICKED_ELEMENT} = ${elementSql(bind(selector))}`
      : `path = ${bind(readablePath(path))} AND selector = ${bind(selector)}`;
  return `type = 'click' AND ${isElement}`;
}

function elementClicks(isElement: string): string {
  return `
    SELECT visitor_id, session_id, timestamp AS at, 'click' AS kind, '' AS event, path AS page, ${HOST} AS host,
           toString(page_version) AS version, '' AS properties
    FROM (SELECT * ${interactionsWhere(isElement)})
    ARRAY JOIN range(least(clicks, ${MAX_CLICKS_OF_ROW})) AS click`;
}

/**
 * Views of a page that reached a depth. They count at the time the page was opened, which a page sends with its depth each time it is hidden.
 */
function deepViews({ path, percent }: OfKind<"scroll">, { bind }: Bindings): string {
  return `
    SELECT visitor_id, session_id, at, 'scroll' AS kind, '' AS event, page, hosts AS host, versions AS version, '' AS properties
    FROM (
      SELECT visitor_id, session_id, timestamp AS at, path AS page, any(${HOST}) AS hosts,
             any(toString(page_version)) AS versions, max(${DEPTH}) AS depth
      ${interactionsWhere(`${IS_VIEW} AND ${isPath("path", path, bind)}`)}
      GROUP BY visitor_id, session_id, path, timestamp)
    WHERE floor(100 * depth + 0.001) >= ${bind(percent, "UInt8")}`;
}

/**
 * Views of a page that lasted a time. They count when that time is reached. A view lasts until the visit's next page view, the last one until the visit's
 * last event. Visits have no gap of more than 30 minutes, so later events after the range have no effect.
 */
function longViews({ path, seconds }: OfKind<"time">, { bind }: Bindings): string {
  const around = MAX_GOAL_TIME * 1000;
  const events = uniqueEvents(`${IS_IN_SESSION}
    AND timestamp >= fromUnixTimestamp64Milli({from:Int64} - ${around})
    AND timestamp < fromUnixTimestamp64Milli({to:Int64} + ${around})`);
  return `
    SELECT visitor_id, session_id, view.1 + toIntervalSecond(${bind(seconds, "UInt32")}) AS at, 'page' AS kind, '' AS event,
           view.3 AS page, view.4 AS host, view.5 AS version, '' AS properties
    FROM (
      SELECT visitor_id, session_id, max(timestamp) AS last_at,
             arraySort(groupArrayIf((timestamp, message_id, if(${IS_LOST}, '', path), toString(host), toString(page_version)), type = 'page')) AS views
      ${events}
      GROUP BY visitor_id, session_id HAVING notEmpty(views))
    ARRAY JOIN views AS view, arrayPushBack(arrayPopFront(arrayMap(each -> each.1, views)), last_at) AS until
    WHERE until >= at AND ${isInRange("at")} AND view.3 != '' AND ${isPath("view.3", path, bind)}`;
}

/** Subquery of the page views in the range whose scrolling was recorded, with the columns of {@link eventsWhere} that page views have, and the depth from 0 to 1. */
export const SCROLLED_VIEWS = `
  SELECT visitor_id, session_id, timestamp AS at, path AS page, ${HOST} AS host, toString(page_version) AS version, ${DEPTH} AS depth
  ${interactionsWhere(IS_VIEW)}`;

const isPath = (column: string, path: string, bind: Bindings["bind"]) =>
  path === "" ? "1" : `${column} = ${bind(readablePath(path))}`;
