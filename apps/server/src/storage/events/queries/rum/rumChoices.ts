import type { Release, RumChoices } from "@marquee/contract/schema";
import type { EventStore } from "../../eventStore.ts";
import { dateRangeParams, type Span } from "../sqlParts.ts";
import { WITHIN_DATE_RANGE } from "./rumEvents.ts";

const MOST_CHOICES = 250;
const MOST_VERSIONS = 100;

const COLUMNS: Record<keyof RumChoices, string> = {
  applications: "application_id",
  services: "service",
  environments: "environment",
  versions: "version",
  views: "view_name",
};

/** Filter options of views in a date range. */
export async function queryRumChoices(store: Pick<EventStore, "query">, span: Span): Promise<RumChoices> {
  const choices = Object.entries(COLUMNS).map(
    ([name, column]) =>
      `arraySort(groupUniqArrayIf(${MOST_CHOICES})(toString(${column}), ${column} != '')) AS ${name}`,
  );
  const sql = `SELECT ${choices.join(", ")} FROM monitoring_events WHERE type = 'view' AND ${WITHIN_DATE_RANGE}`;
  const [row] = await store.query<RumChoices>(sql, dateRangeParams(span));
  return row ?? { applications: [], services: [], environments: [], versions: [], views: [] };
}

/** Application versions whose first view is in a date range, the oldest first. */
export async function queryNewVersions(
  store: Pick<EventStore, "query">,
  { application, ...span }: Span & { application?: string | undefined },
): Promise<Release[]> {
  const sql = `
    SELECT toString(version) AS id, toUnixTimestamp64Milli(min(timestamp)) AS servedFrom
    FROM monitoring_events
    WHERE type = 'view' AND track = 'rum' AND version != '' AND timestamp < fromUnixTimestamp64Milli({to:Int64})
      ${application === undefined ? "" : "AND application_id = {application:String}"}
    GROUP BY version HAVING servedFrom >= {from:Int64}
    ORDER BY servedFrom, id LIMIT ${MOST_VERSIONS}`;
  const rows = await store.query<Release>(sql, {
    ...dateRangeParams(span),
    ...(application && { application }),
  });
  return rows.map(({ id, servedFrom }) => ({ id, servedFrom: Number(servedFrom) }));
}

/** Whether the store contains any RUM event other than telemetry. */
export async function hasRumEvents(store: Pick<EventStore, "query">): Promise<boolean> {
  const rows = await store.query(
    "SELECT 1 FROM monitoring_events WHERE track = 'rum' AND type != 'telemetry' LIMIT 1",
  );
  return rows.length > 0;
}

/** The kinds of one event type in a date range, sorted. */
export async function queryRumEventTypes(
  store: Pick<EventStore, "query">,
  type: "view" | "action" | "resource" | "error",
  span: Span,
): Promise<string[]> {
  const sql = `
    SELECT DISTINCT toString(kind) AS kind FROM monitoring_events
    WHERE type = {type:String} AND ${WITHIN_DATE_RANGE} AND kind != '' ORDER BY kind LIMIT ${MOST_CHOICES}`;
  const rows = await store.query<{ kind: string }>(sql, { ...dateRangeParams(span), type });
  return rows.map(({ kind }) => kind);
}
