import type { ClickHouseClient } from "@clickhouse/client";

/** How many days rows are kept; null for ever. */
export interface Retention {
  retentionDays: number | null;
  /** Of recordings, interactions and monitoring; never longer than the rest. */
  replayRetentionDays: number | null;
}

/** Tables with rows about single visitors, what their age is counted from, and by which setting they go. */
const AGED: readonly { table: string; instant: string; isRecorded: boolean }[] = [
  { table: "events", instant: "toDateTime(original_timestamp)", isRecorded: false },
  { table: "sessions", instant: "toDateTime(started)", isRecorded: false },
  { table: "replay_segments", instant: "toDateTime(received_at)", isRecorded: true },
  { table: "interactions", instant: "toDateTime(received_at)", isRecorded: true },
  { table: "monitoring_events", instant: "toDateTime(received_at)", isRecorded: true },
];

/**
 * Lets the store drop rows that are older than they may be. Tables that hold to it already are left alone: a change makes the store look
 * through all that it has.
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

/** How many days recordings are kept; null for ever. */
export function recordedRetention({ retentionDays, replayRetentionDays }: Retention): number | null {
  return retentionDays === null || replayRetentionDays === null
    ? (retentionDays ?? replayRetentionDays)
    : Math.min(retentionDays, replayRetentionDays);
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
  const [, ttl = ""] = (row?.engine_full ?? "").split(" TTL ");
  const days = /toIntervalDay\((\d+)\)/.exec(ttl)?.[1];
  return days === undefined ? null : Number(days);
}
