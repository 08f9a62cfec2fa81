import type { RumFilter } from "@marquee/contract/schema";
import { dateRangeParams, type Span } from "../sqlParts.ts";

/** Event types from Datadog's client that the RUM screen shows. */
type EventType = "view" | "action" | "resource" | "error" | "long_task";

export interface RumScope extends Span, RumFilter {
  kind?: string;
}

const CONDITIONS: Record<keyof RumFilter | "kind", string> = {
  application: "application_id = {application:String}",
  service: "service = {service:String}",
  environment: "environment = {environment:String}",
  version: "version = {version:String}",
  view: "view_name = {view:String}",
  kind: "kind = {kind:String}",
};

/** RUM events in a date range. Needs the parameters of {@link dateRangeParams}. */
export const WITHIN_DATE_RANGE = `track = 'rum'
  AND timestamp >= fromUnixTimestamp64Milli({from:Int64}) AND timestamp < fromUnixTimestamp64Milli({to:Int64})`;

/** Conditions of a filter, each preceded by AND. Needs the parameters of {@link rumParams}. */
export function filteredBy(scope: Partial<RumScope>): string {
  const names = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];
  return names
    .filter((name) => scope[name] !== undefined)
    .map((name) => ` AND ${CONDITIONS[name]}`)
    .join("");
}

/**
 * Subquery of events of some types, each once. Use {@link rumViews} for views, which clients report repeatedly.
 * @param columns column names, comma-separated.
 */
export function rumEvents(
  types: readonly Exclude<EventType, "view">[],
  columns: string,
  scope: RumScope,
): string {
  const isOfTypes = `type IN (${types.map((type) => `'${type}'`).join(", ")})`;
  return `(SELECT ${columns} FROM monitoring_events FINAL WHERE ${isOfTypes} AND ${WITHIN_DATE_RANGE}${filteredBy(scope)})`;
}

const VIEW_COLUMNS = `view_id, session_id, timestamp, application_id, service, environment, version, view_name, kind,
  loading_time, largest_contentful_paint, interaction_to_next_paint, cumulative_layout_shift`;

/** Subquery with the latest report of each view. */
export function rumViews(scope: RumScope): string {
  return `(SELECT * FROM (
    SELECT ${VIEW_COLUMNS} FROM monitoring_events WHERE type = 'view' AND ${WITHIN_DATE_RANGE}
    ORDER BY document_version DESC LIMIT 1 BY view_id
  ) WHERE 1${filteredBy(scope)})`;
}

export function rumParams(scope: RumScope): Record<string, unknown> {
  const { from, to, ...filter } = scope;
  const names = Object.keys(CONDITIONS) as (keyof typeof CONDITIONS)[];
  const given = names.filter((name) => filter[name] !== undefined).map((name) => [name, filter[name]]);
  return { ...dateRangeParams({ from, to }), ...Object.fromEntries(given) };
}
