import { campaignValue, sourceOf } from "@marquee/contract";
import { campaignValueSql, readablePathSql } from "../spelling.ts";
import type { MigrationContext, MigrationCost, MigrationStep } from "./migration.types.ts";

interface Respelled {
  table: string;
  /** Columns with a path, with paths, with a campaign parameter, and with the name of a source. */
  paths?: readonly string[];
  pathLists?: readonly string[];
  campaigns?: readonly string[];
  sources?: readonly string[];
}

const UTM = ["utm_source", "utm_medium", "utm_campaign", "utm_content", "utm_term"];
const TOUCHES = [
  ...["first_source", "first_medium", "first_campaign"],
  ...["last_source", "last_medium", "last_campaign", "last_content", "last_term"],
];

const TABLES: readonly Respelled[] = [
  { table: "events", paths: ["path"], campaigns: [...UTM, ...TOUCHES], sources: ["source", "visit_source"] },
  {
    table: "sessions",
    paths: ["entry_page", "exit_page"],
    pathLists: ["view_pages"],
    campaigns: UTM,
    sources: ["source"],
  },
  { table: "leads", paths: ["path"], campaigns: UTM, sources: ["source"] },
  { table: "monitoring_events", paths: ["path"] },
  { table: "replay_segments", paths: ["path"] },
];
/** Its sorting key begins with the path, so rows are replaced. */
const INTERACTIONS = "interactions";
const IS_RESPELLED = `position(path, '%') > 0 AND path != ${readablePathSql("path")}`;

/** New expressions of columns. */
function changesOf({ paths = [], pathLists = [], campaigns = [] }: Respelled): Map<string, string> {
  return new Map([
    ...paths.map((name) => [name, readablePathSql(name)] as const),
    ...pathLists.map((name) => [name, `arrayMap(each -> ${readablePathSql("each")}, ${name})`] as const),
    ...campaigns.map((name) => [name, campaignValueSql(`toString(${name})`)] as const),
  ]);
}

/** Condition for rows that change. Most paths and campaigns are plain, which is cheaper to see than to compare. */
function isChanged({ paths = [], pathLists = [], campaigns = [] }: Respelled): string {
  return [
    ...paths.map((name) => `(position(${name}, '%') > 0 AND ${name} != ${readablePathSql(name)})`),
    ...pathLists.map(
      (name) =>
        `arrayExists(each -> position(each, '%') > 0 AND each != ${readablePathSql("each")}, ${name})`,
    ),
    ...campaigns.map((name) => `match(${name}, '[\\\\p{Lu}]|^[\\\\s\\\\p{Z}]|[\\\\s\\\\p{Z}]$')`),
  ].join(" OR ");
}

/** Names of sources that campaigns wrote in another way, with the way that is stored. Known sites have their own names. */
async function sourcesToRename(
  { query }: Pick<MigrationContext, "query">,
  { table, sources = [] }: Respelled,
): Promise<[string, string][]> {
  const found = new Map<string, string>();
  for (const column of sources) {
    const rows = await query<{ name: string }>(
      `SELECT DISTINCT toString(${column}) AS name FROM ${table} WHERE match(${column}, '[\\\\p{Lu}]')`,
    );
    for (const { name } of rows) {
      const stored = campaignValue(name);
      const utm = { source: name, medium: "", campaign: "" };
      if (stored !== name && sourceOf({ utm, referrerHost: "", siteHosts: [] }) === stored)
        found.set(name, stored);
    }
  }
  return [...found];
}

/** Names in one statement. */
const MOST_NAMES = 2000;

async function renameSources(context: MigrationContext, respelled: Respelled): Promise<void> {
  const renamed = await sourcesToRename(context, respelled);
  const list = (name: string) => `JSONExtract({${name}:String}, 'Array(String)')`;
  for (let at = 0; at < renamed.length; at += MOST_NAMES) {
    const part = renamed.slice(at, at + MOST_NAMES);
    const params = {
      names: JSON.stringify(part.map(([name]) => name)),
      stored: JSON.stringify(part.map(([, stored]) => stored)),
    };
    for (const column of respelled.sources ?? [])
      await context.command(
        `ALTER TABLE ${respelled.table} UPDATE ${column} = transform(toString(${column}), ${list("names")}, ${list("stored")}, toString(${column}))
        WHERE has(${list("names")}, toString(${column})) SETTINGS mutations_sync = 2`,
        params,
      );
  }
}

async function costOf({ query }: Pick<MigrationContext, "query">): Promise<MigrationCost> {
  const total = { rows: 0, bytes: 0 };
  for (const respelled of [...TABLES, { table: INTERACTIONS, paths: ["path"] }]) {
    const { table } = respelled;
    const columns = [...changesOf(respelled).keys()];
    const named = (column: string) =>
      `database = currentDatabase() AND table = {table:String} AND ${column} IN ('${columns.join("', '")}')`;
    const existing = await query(`SELECT name FROM system.columns WHERE ${named("name")}`, { table });
    // Before earlier migrations, there is nothing to look at.
    if (existing.length < columns.length) continue;
    const [row] = await query<{ rows: number }>(
      `SELECT toFloat64(count()) AS rows FROM ${table} WHERE ${isChanged(respelled)}`,
    );
    const [size] = await query<{ bytes: number }>(
      `SELECT toFloat64(sum(column_bytes_on_disk)) AS bytes FROM system.parts_columns WHERE active AND ${named("column")}`,
      { table },
    );
    total.rows += row?.rows ?? 0;
    if (row?.rows) total.bytes = Math.max(total.bytes, size?.bytes ?? 0);
  }
  return total;
}

/**
 * Gives paths and campaigns of stored rows the one spelling that `readablePath` and `campaignValue` give new ones, so that figures of earlier days agree. URLs and
 * contexts keep what was sent. Repeating it changes nothing.
 */
export const ONE_SPELLING: MigrationStep = {
  digest: "paths decoded, campaigns in lower case",
  cost: costOf,
  async run(context) {
    for (const respelled of TABLES) {
      const updates = [...changesOf(respelled)].map(([name, sql]) => `${name} = ${sql}`);
      await context.command(
        `ALTER TABLE ${respelled.table} UPDATE ${updates.join(", ")} WHERE ${isChanged(respelled)} SETTINGS mutations_sync = 2`,
      );
      await renameSources(context, respelled);
    }
    await context.command(
      `INSERT INTO ${INTERACTIONS} SELECT * REPLACE (${readablePathSql("path")} AS path)
      FROM (SELECT * FROM ${INTERACTIONS} WHERE ${IS_RESPELLED}) SETTINGS max_execution_time = 0`,
    );
    await context.command(`DELETE FROM ${INTERACTIONS} WHERE ${IS_RESPELLED}`);
  },
};
