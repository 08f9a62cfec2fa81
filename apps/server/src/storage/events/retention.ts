import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "pino";
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

interface RetentionOptions extends Retention {
  /** Numbers of days that may replace a longer time, although that deletes rows. */
  confirmedRetention?: readonly number[];
  log: Pick<Logger, "warn">;
}

/** Of the time that rows or values are kept, in days; null means forever. */
interface Change {
  days: number | null;
  before: number | null;
  statement: string;
}

/**
 * Sets the TTL of each table and column, so that the store drops expired rows and values. Skips those that are already right, because a change
 * makes the store scan all rows. A shorter time that would delete rows has to be confirmed; until then, the longer one stays.
 */
export async function applyRetention(client: ClickHouseClient, options: RetentionOptions): Promise<void> {
  const { retentionDays, confirmedRetention = [], log } = options;
  const limits = { events: retentionDays, recordings: recordedRetention(options) };
  const definitions = await readDefinitions(client);
  const changes: { days: number | null; statement: string }[] = [];
  const refused = new Map<number, Map<string, number>>();
  const change = async (of: AgedTable, { days, before, statement }: Change) => {
    if (days === before) return;
    changes.push({ days, statement: `ALTER TABLE ${of.table} ${statement}` });
    const isShorter = days !== null && (before === null || days < before);
    if (!isShorter || confirmedRetention.includes(days)) return;
    const count = await countOlder(client, of, days);
    if (count > 0) refused.set(days, (refused.get(days) ?? new Map<string, number>()).set(of.table, count));
  };
  for (const of of AGED) {
    const present = retentionIn(definitions.get(of.table) ?? "");
    const ttlOf = (days: number | null) =>
      days === null ? "REMOVE TTL" : `TTL toDateTime(${of.instant}) + toIntervalDay(${days})`;
    for (const column of of.personal) {
      const [days, before] = [limits.recordings, present.ofColumn(column)];
      await change(of, { days, before, statement: `MODIFY COLUMN ${column} ${ttlOf(days)}` });
    }
    const [days, before] = [limits[of.limit], present.ofRows];
    await change(of, { days, before, statement: days === null ? "REMOVE TTL" : `MODIFY ${ttlOf(days)}` });
  }
  for (const { days, statement } of changes)
    if (days === null || !refused.has(days)) await client.command({ query: statement });
  for (const [days, counts] of refused) log.warn(describeRefusal(days, counts, options));
}

async function countOlder(
  client: ClickHouseClient,
  { table, instant }: AgedTable,
  days: number,
): Promise<number> {
  const result = await client.query({
    query: `SELECT toFloat64(count()) AS count FROM ${table} WHERE toDateTime(${instant}) < now() - toIntervalDay({days:UInt32})`,
    query_params: { days },
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ count: number }>();
  return row?.count ?? 0;
}

function describeRefusal(
  days: number,
  counts: ReadonlyMap<string, number>,
  { retentionDays }: Retention,
): string {
  const name = days === retentionDays ? "RETENTION_DAYS" : "REPLAY_RETENTION_DAYS";
  const rows = [...counts].map(([table, count]) => `${count.toLocaleString("en")} of ${table}`).join(", ");
  return `${name}=${days} would delete rows, or personal data in them: ${rows}. The longer time stays. To delete them, set RETENTION_CONFIRM=${days}.`;
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
