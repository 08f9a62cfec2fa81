import type { ClickHouseClient } from "@clickhouse/client";

/** Tables with rows about single visitors, and what their age is counted from. */
const AGED: Record<string, string> = {
  events: "toDateTime(original_timestamp)",
  sessions: "toDateTime(started)",
};

/**
 * Lets the store drop events and sessions that are older than `days`; null keeps them for ever. Tables that hold to it already are left
 * alone: a change makes the store look through all that it has.
 */
export async function applyRetention(client: ClickHouseClient, days: number | null): Promise<void> {
  for (const [table, instant] of Object.entries(AGED)) {
    const present = await readRetention(client, table);
    if (present === days) continue;
    const change = days === null ? "REMOVE TTL" : `MODIFY TTL ${instant} + toIntervalDay(${days})`;
    await client.command({ query: `ALTER TABLE ${table} ${change}` });
  }
}

/** @returns the days that a table's rows are kept; null for ever. */
async function readRetention(client: ClickHouseClient, table: string): Promise<number | null> {
  const result = await client.query({
    query:
      "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}",
    query_params: { table },
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ engine_full: string }>();
  const days = /\bTTL .*?toIntervalDay\((\d+)\)/.exec(row?.engine_full ?? "")?.[1];
  return days === undefined ? null : Number(days);
}
