import type { ClickHouseClient } from "@clickhouse/client";
import type { Logger } from "pino";
import { type Retention, recordedRetention } from "../../config/recordedRetention.ts";

/** A table with rows about individual visitors. */
interface AgedTable {
  table: string;
  /** The column that determines a row's age. */
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

type LimitName = AgedTable["limit"];

/** The retention applied last. A restored or recreated table does not have its own. */
export const APPLIED_RETENTION = "applied_retention";
const CREATE_APPLIED = `
CREATE TABLE IF NOT EXISTS ${APPLIED_RETENTION} (name LowCardinality(String), days UInt32, applied_at DateTime64(3) DEFAULT now64(3))
ENGINE = ReplacingMergeTree(applied_at) ORDER BY name
`;

/**
 * Sets the TTL of each table and column, so that the store drops expired rows and values. Skips those that are already right, because a change
 * makes the store scan all rows. A shorter time that would delete rows must be confirmed; until then, the longer one applies.
 */
export async function applyRetention(client: ClickHouseClient, options: RetentionOptions): Promise<void> {
  const { retentionDays, confirmedRetention = [], log } = options;
  const limits: Record<LimitName, number | null> = {
    events: retentionDays,
    recordings: recordedRetention(options),
  };
  const definitions = await readDefinitions(client);
  const tables = AGED.map((of) => ({ of, present: retentionIn(definitions.get(of.table) ?? "") }));
  await client.command({ query: CREATE_APPLIED });
  const applied = await readApplied(client);
  for (const name of ["events", "recordings"] as const) {
    const days = limits[name];
    const before = applied.has(name) ? applied.get(name) : longestOf(name, tables);
    const isShorter = days !== null && before !== undefined && (before === null || days < before);
    if (!isShorter || confirmedRetention.includes(days)) continue;
    const counts = await countAllOlder(client, name, days);
    if (counts.length === 0) continue;
    log.warn(describeRefusal(days, counts, options));
    limits[name] = before;
  }
  for (const { of, present } of tables) {
    const { table, instant, limit, personal } = of;
    const ttlOf = (days: number | null) =>
      days === null ? "REMOVE TTL" : `TTL toDateTime(${instant}) + toIntervalDay(${days})`;
    const changes = personal
      .filter((column) => present.ofColumn(column) !== limits.recordings)
      .map((column) => `MODIFY COLUMN ${column} ${ttlOf(limits.recordings)}`);
    const days = limits[limit];
    if (present.ofRows !== days) changes.push(days === null ? "REMOVE TTL" : `MODIFY ${ttlOf(days)}`);
    for (const change of changes) await client.command({ query: `ALTER TABLE ${table} ${change}` });
  }
  const values = (["events", "recordings"] as const)
    .filter((name) => !applied.has(name) || applied.get(name) !== limits[name])
    .map((name) => ({ name, days: limits[name] ?? FOREVER }));
  if (values.length > 0)
    await client.insert({
      table: APPLIED_RETENTION,
      columns: ["name", "days"],
      values,
      format: "JSONEachRow",
    });
}

const FOREVER = 0;

/** @returns days by name; null means forever. */
async function readApplied(client: ClickHouseClient): Promise<Map<string, number | null>> {
  const query = `SELECT name, days FROM ${APPLIED_RETENTION} FINAL`;
  const result = await client.query({ query, format: "JSONEachRow" });
  const rows = await result.json<{ name: string; days: number }>();
  return new Map(rows.map(({ name, days }) => [name, days === FOREVER ? null : days]));
}

interface PresentTable {
  of: AgedTable;
  present: ReturnType<typeof retentionIn>;
}

/**
 * The retention applied by an earlier version, which kept no record of it. @returns undefined without a TTL.
 */
function longestOf(name: LimitName, tables: readonly PresentTable[]): number | undefined {
  const candidates = tables.flatMap(({ of, present }) => [
    ...(of.limit === name ? [present.ofRows] : []),
    ...(name === "recordings" ? of.personal.map(present.ofColumn) : []),
  ]);
  const days = candidates.flatMap((each) => each ?? []);
  return days.length > 0 ? Math.max(...days) : undefined;
}

/** Rows that a limit would delete, or clear of personal data: names and counts of tables with some. */
async function countAllOlder(
  client: ClickHouseClient,
  name: LimitName,
  days: number,
): Promise<[string, number][]> {
  const concerned = AGED.filter(
    ({ limit, personal }) => limit === name || (name === "recordings" && personal.length > 0),
  );
  const counts: [string, number][] = [];
  for (const of of concerned) {
    const count = await countOlder(client, of, days);
    if (count > 0) counts.push([of.table, count]);
  }
  return counts;
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
  counts: readonly [string, number][],
  { retentionDays }: Retention,
): string {
  const name = days === retentionDays ? "RETENTION_DAYS" : "REPLAY_RETENTION_DAYS";
  const rows = counts.map(([table, count]) => `${count.toLocaleString("en")} of ${table}`).join(", ");
  return `${name}=${days} would delete rows, or personal data in them: ${rows}. The longer retention stays in effect. To delete them, set RETENTION_CONFIRM=${days}.`;
}

/** The statements that would recreate the tables, by name. */
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
