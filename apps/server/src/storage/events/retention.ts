import type { ClickHouseClient } from "@clickhouse/client";
import { type Retention, recordedRetention } from "../../config/recordedRetention.ts";

/** A table with rows about individual visitors. */
interface AgedTable {
  table: string;
  /** The column that a row's age is measured by. */
  instant: string;
  limit: "events" | "recordings";
  /** Columns that expire with recordings, before their row. */
  personal: readonly string[];
}

const AGED: readonly AgedTable[] = [
  { table: "events", instant: "original_timestamp", limit: "events", personal: [] },
  { table: "sessions", instant: "started", limit: "events", personal: [] },
  { table: "leads", instant: "timestamp", limit: "events", personal: [] },
  { table: "replay_segments", instant: "received_at", limit: "recordings", personal: [] },
  {
    table: "interactions",
    instant: "received_at",
    limit: "events",
    personal: ["visitor_id", "session_id", "url"],
  },
  {
    table: "monitoring_events",
    instant: "received_at",
    limit: "events",
    personal: ["visitor_id", "session_id", "url", "raw", "linked_session"],
  },
];

/**
 * Sets the TTL of each table and column, so that the store drops expired rows and values. Skips those that are already right, because a change
 * makes the store scan all rows.
 */
export async function applyRetention(client: ClickHouseClient, retention: Retention): Promise<void> {
  const limits = { events: retention.retentionDays, recordings: recordedRetention(retention) };
  const definitions = await readDefinitions(client);
  for (const { table, instant, limit, personal } of AGED) {
    const present = retentionIn(definitions.get(table) ?? "");
    const ttlOf = (days: number | null) =>
      days === null ? "REMOVE TTL" : `TTL toDateTime(${instant}) + toIntervalDay(${days})`;
    const columns = personal.filter((column) => present.ofColumn(column) !== limits.recordings);
    const changes = columns.map((column) => `MODIFY COLUMN ${column} ${ttlOf(limits.recordings)}`);
    if (present.ofRows !== limits[limit])
      changes.push(limits[limit] === null ? "REMOVE TTL" : `MODIFY ${ttlOf(limits[limit])}`);
    for (const change of changes) await client.command({ query: `ALTER TABLE ${table} ${change}` });
  }
}

/** The statements that would create the tables as they are, by name. */
async function readDefinitions(client: ClickHouseClient): Promise<Map<string, string>> {
  const result = await client.query({
    query:
      "SELECT name, create_table_query AS sql FROM system.tables WHERE database = currentDatabase() AND name IN {tables:Array(String)}",
    query_params: { tables: AGED.map(({ table }) => table) },
    format: "JSONEachRow",
  });
  const rows = await result.json<{ name: string; sql: string }>();
  return new Map(rows.map(({ name, sql }) => [name, sql]));
}

/** The TTLs in a table's definition, in days; null means forever. */
function retentionIn(sql: string) {
  const [definition = "", engine = ""] = sql.split(") ENGINE = ");
  const daysIn = (ttl: string) => {
    const days = /toIntervalDay\((\d+)\)/.exec(ttl)?.[1];
    return days === undefined ? null : Number(days);
  };
  return {
    ofRows: daysIn(engine),
    ofColumn: (name: string) =>
      daysIn(/^.*?(?=, `|, INDEX |$)/.exec(definition.split(`\`${name}\` `)[1] ?? "")?.[0] ?? ""),
  };
}
