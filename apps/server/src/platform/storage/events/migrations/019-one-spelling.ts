import { campaignValue, MAX_CAMPAIGN_LENGTH, readablePath, sourceOf } from "@marquee/contract";
import { campaignValueSql, readablePathSql } from "../spelling.ts";
import type { MigrationContext, MigrationCost, MigrationStep } from "./migration.types.ts";
import { deletionsSince, repeatDeletions } from "./redefineTable.ts";

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
  "first_source",
  "first_medium",
  "first_campaign",
  "last_source",
  "last_medium",
  "last_campaign",
  "last_content",
  "last_term",
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
/** Its sorting key starts with the path, so rows are replaced. */
const INTERACTIONS = "interactions";
const ALL_TABLES: readonly Respelled[] = [...TABLES, { table: INTERACTIONS, paths: ["path"] }];
const IS_RESPELLED = `position(path, '%') > 0 AND path != ${readablePathSql("path")}`;

/** No known site has such a name, so it is respelled like a campaign. Others are renamed by {@link renameSources}. */
const isLong = (column: string) => `lengthUTF8(${column}) > ${MAX_CAMPAIGN_LENGTH}`;

/** New expressions of columns. */
function changesOf({
  paths = [],
  pathLists = [],
  campaigns = [],
  sources = [],
}: Respelled): Map<string, string> {
  return new Map([
    ...paths.map((name) => [name, readablePathSql(name)] as const),
    ...pathLists.map((name) => [name, `arrayMap(each -> ${readablePathSql("each")}, ${name})`] as const),
    ...campaigns.map((name) => [name, campaignValueSql(`toString(${name})`)] as const),
    ...sources.map(
      (name) =>
        [name, `if(${isLong(name)}, ${campaignValueSql(`toString(${name})`)}, toString(${name}))`] as const,
    ),
  ]);
}

/**
 * Condition for rows that change. Most paths and campaigns are plain, which is cheaper to detect than to compare.
 */
function isChanged({ paths = [], pathLists = [], campaigns = [], sources = [] }: Respelled): string {
  return [
    ...paths.map((name) => `(position(${name}, '%') > 0 AND ${name} != ${readablePathSql(name)})`),
    ...pathLists.map(
      (name) =>
        `arrayExists(each -> position(each, '%') > 0 AND each != ${readablePathSql("each")}, ${name})`,
    ),
    ...campaigns.map((name) => `match(${name}, '[\\\\p{Lu}]|^[\\\\s\\\\p{Z}]|[\\\\s\\\\p{Z}]$')`),
    ...[...campaigns, ...sources].map(isLong),
  ].join(" OR ");
}

/** The stored name of a source from a campaign. Known sites have their own names. */
function storedSource(name: string): string {
  const stored = campaignValue(name);
  const utm = { source: name, medium: "", campaign: "" };
  return sourceOf({ utm, referrerHost: "", siteHosts: [] }) === stored ? stored : name;
}

/** Gives a row that waited in a spool the spelling that the migration gives stored ones. */
export function respellRow(table: string, row: Record<string, unknown>): Record<string, unknown> {
  const respelled = ALL_TABLES.find((each) => each.table === table);
  const changed = { ...row };
  const change = (columns: readonly string[] = [], spell: (text: string) => string) => {
    for (const column of columns) {
      const value = row[column];
      if (typeof value === "string") changed[column] = spell(value);
    }
  };
  change(respelled?.paths, readablePath);
  change(respelled?.campaigns, campaignValue);
  change(respelled?.sources, storedSource);
  return changed;
}

/** Differently spelled names of sources from campaigns, with their stored spelling. */
async function sourcesToRename(
  { query }: Pick<MigrationContext, "query">,
  { table, sources = [] }: Respelled,
): Promise<[string, string][]> {
  const spellings = new Map<string, string>();
  for (const column of sources) {
    const rows = await query<{ name: string }>(
      `SELECT DISTINCT toString(${column}) AS name FROM ${table} WHERE match(${column}, '[\\\\p{Lu}]')`,
    );
    for (const { name } of rows) {
      const stored = storedSource(name);
      if (stored !== name) spellings.set(name, stored);
    }
  }
  return [...spellings];
}

/** Length of the names in one statement, encoded: parameters are sent in the URL, of which the store takes 1 MiB, with the names twice. */
const MAX_NAMES_LENGTH = 100_000;

/** Names with their new spelling, in parts that fit into a statement. */
function chunkNames(renamed: readonly [string, string][]): [string, string][][] {
  const chunks: [string, string][][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const pair of renamed) {
    const added = encodeURIComponent(JSON.stringify(pair)).length;
    length += added;
    if (length > MAX_NAMES_LENGTH) {
      chunks.push([]);
      length = added;
    }
    chunks.at(-1)?.push(pair);
  }
  return chunks;
}

async function renameSources(context: MigrationContext, respelled: Respelled): Promise<void> {
  const renamed = await sourcesToRename(context, respelled);
  const [names, stored] = ["names", "stored"].map((name) => `JSONExtract({${name}:String}, 'Array(String)')`);
  const columns = (respelled.sources ?? []).map((name) => ({ name, text: `toString(${name})` }));
  const updates = columns.map(
    ({ name, text }) => `${name} = transform(${text}, ${names}, ${stored}, ${text})`,
  );
  const isRenamed = columns.map(({ text }) => `has(${names}, ${text})`);
  for (const part of chunkNames(renamed)) {
    const params = {
      names: JSON.stringify(part.map(([name]) => name)),
      stored: JSON.stringify(part.map(([, stored]) => stored)),
    };
    await context.command(
      `ALTER TABLE ${respelled.table} UPDATE ${updates.join(", ")} WHERE ${isRenamed.join(" OR ")} SETTINGS mutations_sync = 2`,
      params,
    );
  }
}

async function costOf({ query }: Pick<MigrationContext, "query">): Promise<MigrationCost> {
  const total = { rows: 0, bytes: 0 };
  for (const respelled of ALL_TABLES) {
    const { table } = respelled;
    const columns = [...changesOf(respelled).keys()];
    const named = (column: string) =>
      `database = currentDatabase() AND table = {table:String} AND ${column} IN ('${columns.join("', '")}')`;
    const existing = await query(`SELECT name FROM system.columns WHERE ${named("name")}`, { table });
    // Before earlier migrations, there is nothing to check.
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
    await replaceInteractions(context);
  },
};

/** Rows inserted by others meanwhile are kept, and rows deleted by others are not restored. */
async function replaceInteractions(context: MigrationContext): Promise<void> {
  const since = await deletionsSince(context, INTERACTIONS);
  await context.command(
    `INSERT INTO ${INTERACTIONS} SELECT * REPLACE (${readablePathSql("path")} AS path)
    FROM (SELECT * FROM ${INTERACTIONS} WHERE ${IS_RESPELLED}) SETTINGS max_execution_time = 0`,
  );
  await repeatDeletions(context, { of: INTERACTIONS, on: INTERACTIONS, since });
  const isOld = `message_id IN (SELECT message_id FROM ${INTERACTIONS} WHERE ${IS_RESPELLED})`;
  const isCopied = `message_id IN (SELECT message_id FROM ${INTERACTIONS} WHERE NOT (${IS_RESPELLED}) AND ${isOld})`;
  // Otherwise, replicated tables reject a condition with a query.
  await context.command(
    `DELETE FROM ${INTERACTIONS} WHERE ${IS_RESPELLED} AND ${isCopied} SETTINGS allow_nondeterministic_mutations = 1`,
  );
}
