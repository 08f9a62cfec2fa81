import { COLUMNS as RUM_COLUMNS } from "./006-monitoring.ts";
import { eventsTable, pageViewsTable, sessionsTable } from "./007-dimensions.ts";
import { interactionsTable, MONITORING_CHANGES, monitoringTable } from "./007-recorded.ts";
import { describeSource, SOURCE_COLUMNS, type SourceRow } from "./007-sources.ts";
import { copyRows } from "./copyRows.ts";
import type { MigrationContext } from "./migration.types.ts";
import { redefineTable } from "./redefineTable.ts";

/** Temporary table with the source and channel of each combination of {@link SOURCE_COLUMNS}. */
const SOURCES = "event_sources";
const SOURCES_TABLE = `
CREATE TABLE ${SOURCES} (key UInt64, source String, visit_source String, channel String) ENGINE = MergeTree ORDER BY key`;
const SOURCE_KEY = `sipHash64(${SOURCE_COLUMNS.map((column) => `toString(${column})`).join(", ")})`;
/** Maximum number of combinations read at once. */
const MOST_SOURCES = 50_000;

const KEPT_COLUMNS = `message_id, type, event, name, received_at, timestamp, original_timestamp, anonymous_id, user_id, visitor_id, session_id,
  group_id, audience, url, path, title, referrer, referrer_host, utm_source, utm_medium, utm_campaign, utm_content, utm_term,
  first_source, first_medium, first_campaign, last_source, last_medium, last_campaign, locale, timezone, country, browser,
  browser_version, os, os_version, device, bot, library, library_version, properties, traits, context, write_key, demo`;
const SCREEN_WIDTH = "JSONExtractFloat(context, 'screen', 'width')";
const ADDED_COLUMNS: Record<string, string> = {
  site: "{site:String}",
  host: "if(host = '', {host:String}, host)",
  source: "sources.source",
  visit_source: "sources.visit_source",
  channel: "sources.channel",
  last_content: "JSONExtractString(context, 'attribution', 'last', 'utm_content')",
  last_term: "JSONExtractString(context, 'attribution', 'last', 'utm_term')",
  language: "lower(extract(toString(locale), '^([A-Za-z]{2,3})(?:[-_]|$)'))",
  screen_class: `multiIf(${SCREEN_WIDTH} <= 0, '', ${SCREEN_WIDTH} < 500, '<500', ${SCREEN_WIDTH} < 600, '500-599',
    ${SCREEN_WIDTH} < 800, '600-799', ${SCREEN_WIDTH} < 1200, '800-1199', ${SCREEN_WIDTH} < 1600, '1200-1599', '1600+')`,
  inserted_at: "received_at",
};

export const MOVE_EVENTS = redefineTable({
  table: "events",
  define: eventsTable,
  isNewBy: "(precedence)",
  async copy(context, { from, to, after }) {
    await nameSources(context, from);
    const { id: site, host } = context.site;
    await copyRows(context, {
      from,
      to,
      after,
      columns: `${KEPT_COLUMNS}, ${Object.keys(ADDED_COLUMNS).join(", ")}`,
      select: (where) => `
        SELECT ${KEPT_COLUMNS}, ${Object.values(ADDED_COLUMNS).join(", ")}
        FROM (SELECT *, ${SOURCE_KEY} AS source_key FROM ${from} WHERE ${where}) AS event
        LEFT ANY JOIN ${SOURCES} AS sources ON sources.key = event.source_key`,
      params: { site, host },
    });
    await context.command(`DROP TABLE ${SOURCES}`);
  },
});

/** Fills {@link SOURCES} by the rules of `trafficSources.ts`, which SQL can't express. */
async function nameSources({ command, query, insert }: MigrationContext, from: string): Promise<void> {
  await command(`DROP TABLE IF EXISTS ${SOURCES}`);
  await command(SOURCES_TABLE);
  const [count] = await query<{ n: number }>(`SELECT toUInt32(uniq(${SOURCE_KEY})) AS n FROM ${from}`);
  const parts = Math.ceil((count?.n ?? 0) / MOST_SOURCES);
  for (let part = 0; part < parts; part += 1) {
    const rows = await query<SourceRow & { key: string }>(
      `SELECT DISTINCT ${SOURCE_COLUMNS.join(", ")}, toString(${SOURCE_KEY}) AS key FROM ${from}
       WHERE ${SOURCE_KEY} % {parts:UInt32} = {part:UInt32}`,
      { parts, part },
    );
    await insert(
      SOURCES,
      rows.map((row) => ({ key: row.key, ...describeSource(row) })),
    );
  }
}

/** Keeps the counts of quarters whose events have expired. All others are recounted from the events (`reconcile.ts`), and replace these. */
export const MOVE_PAGE_VIEWS = redefineTable({
  table: "page_views",
  define: pageViewsTable,
  isNewBy: "ReplacingMergeTree(version)",
  async copy({ command }, { from, to, after }) {
    if (after) return;
    await command(`
      INSERT INTO ${to} (dimension, quarter, value, audience, estimated_visitors, views, version)
      SELECT dimension, quarter, value, audience, uniqMergeState(visitors), sum(views), 0 FROM ${from}
      GROUP BY dimension, quarter, value, audience
      SETTINGS max_execution_time = 0`);
  },
});

/** Sessions expire with their events, so all of them are recounted. */
export const MOVE_SESSIONS = redefineTable({
  table: "sessions",
  define: sessionsTable,
  isNewBy: "ReplacingMergeTree(version)",
  copy: async () => undefined,
});

export const MOVE_INTERACTIONS = redefineTable({
  table: "interactions",
  define: interactionsTable,
  isNewBy: "ORDER BY (path, toDate(timestamp), message_id)",
  copy: (context, { from, to, after }) =>
    copyRows(context, {
      from,
      to,
      after,
      columns: "*",
      select: (where) => `SELECT * FROM ${from} WHERE ${where}`,
    }),
});

const MONITORING_COLUMNS = `message_id, track, type, timestamp, received_at, application_id, session_id, view_id, visitor_id, url, path, service,
  version, duration, error_message, frustration, browser, os, device, country, raw, ${Object.keys(RUM_COLUMNS).join(", ")}`;

export const MOVE_MONITORING = redefineTable({
  table: "monitoring_events",
  define: monitoringTable,
  isNewBy: "ORDER BY (type, toDate(timestamp), message_id)",
  copy: (context, { from, to, after }) =>
    copyRows(context, {
      from,
      to,
      after,
      columns: `${MONITORING_COLUMNS}, name, error_stack`,
      select: (where) => `SELECT ${MONITORING_COLUMNS}, ${MONITORING_CHANGES} FROM ${from} WHERE ${where}`,
    }),
});
