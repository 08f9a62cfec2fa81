import type { ClickHouseClient } from "@clickhouse/client";

/** How many days rows are kept; null means forever. */
export interface Retention {
  retentionDays: number | null;
  /** Limit for recordings, interactions and RUM events, which are never kept longer than `retentionDays`. */
  replayRetentionDays: number | null;
}

/** Tables with rows about individual visitors, the column that their age is measured by, and which limit applies. */
const AGED: readonly { table: string; instant: string; isRecorded: boolean }[] = [
  { table: "events", instant: "toDateTime(original_timestamp)", isRecorded: false },
  { table: "leads", instant: "toDateTime(timestamp)", isRecorded: false },
  { table: "sessions", instant: "toDateTime(started)", isRecorded: false },
  { table: "replay_segments", instant: "toDateTime(received_at)", isRecorded: true },
  { table: "interactions", instant: "toDateTime(received_at)", isRecorded: true },
  { table: "monitoring_events", instant: "toDateTime(received_at)", isRecorded: true },
];

/**
 * Sets the TTL of each table, so that the store drops expired rows. Skips tables whose TTL is already right, because a change makes the
 * store scan all rows.
 */
export async function applyRetention(client: ClickHouseClient, retention: Retention): Promise<void> {
  const recordedDays = recordedRetention(retention);
  for (const { table, instant, isRecorded } of AGED) {
    const days = isRecorded ? recordedDays : retention.retentionDays;
    const present = await readRetention(client, table);
    if (present === days) continue;
    const change = days === null ? "REMOVE TTL" : `MODIFY TTL ${instant} + toIntervalDay(${days})`;
    await client.command({ query: `ALTER TABLE ${table} ${change}` });
  }
}

/** How many days recordings are kept: the shorter of the two limits; null means forever. */
export function recordedRetention({ retentionDays, replayRetentionDays }: Retention): number | null {
  return retentionDays === null || replayRetentionDays === null
    ? (retentionDays ?? replayRetentionDays)
    : Math.min(retentionDays, replayRetentionDays);
}

/** @returns the current TTL of a table in days; null means forever. */
async function readRetention(client: ClickHouseClient, table: string): Promise<number | null> {
  const result = await client.query({
    query:
      "SELECT engine_full FROM system.tables WHERE database = currentDatabase() AND name = {table:String}",
    query_params: { table },
    format: "JSONEachRow",
  });
  const [row] = await result.json<{ engine_full: string }>();
  const [, ttl = ""] = (row?.engine_full ?? "").split(" TTL ");
  const days = /toIntervalDay\((\d+)\)/.exec(ttl)?.[1];
  return days === undefined ? null : Number(days);
}
