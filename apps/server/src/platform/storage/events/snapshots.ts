import { randomUUID } from "node:crypto";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { MigrationContext } from "./migrations/migration.types.ts";

type Store = Pick<MigrationContext, "query" | "command">;

/** Prefix of snapshots' names, which are not tables of the schema. */
export const SNAPSHOT = "snapshot_";
/** Merging would copy the parts that a snapshot shares with its table. */
const WITHOUT_MERGES =
  "max_bytes_to_merge_at_max_space_in_pool = 1, max_bytes_to_merge_at_min_space_in_pool = 1";

/**
 * Copies of tables as of one moment. They share parts on disk with the originals, as hard links, so taking one is quick and needs no space; a
 * part that the table merges or deletes meanwhile stays until the snapshot is dropped.
 */
export interface Snapshots {
  /** Takes the rows of these tables, one table after the other. @returns the name of each table's snapshot. */
  take(tables: readonly string[]): Promise<Map<string, string>>;
  drop(): Promise<void>;
}

/** Prepares snapshots of tables. @throws if one can't be created; then nothing is left behind. */
export async function prepareSnapshots(
  { command }: Pick<Store, "command">,
  tables: readonly string[],
): Promise<Snapshots> {
  const nameOf = snapshotNames();
  const drop = async () => {
    for (const table of tables) await dropTable({ command }, nameOf(table));
  };
  try {
    for (const table of tables) {
      await command(`CREATE TABLE ${nameOf(table)} AS ${table}`);
      await command(`ALTER TABLE ${nameOf(table)} MODIFY SETTING ${WITHOUT_MERGES}`);
    }
  } catch (error) {
    await drop().catch(() => undefined);
    throw error;
  }
  return {
    async take(taken) {
      for (const table of taken)
        await command(`ALTER TABLE ${nameOf(table)} ATTACH PARTITION ALL FROM ${table}`);
      return new Map(taken.map((table) => [table, nameOf(table)]));
    },
    drop,
  };
}

/**
 * Drops snapshots whose owner has ended without doing so. @param age minimum age, because another instance may still
 * read newer ones.
 */
export async function dropSnapshots({ query, command }: Store, age: Milliseconds): Promise<void> {
  const left = await query<{ name: string }>(
    `SELECT name FROM system.tables
    WHERE database = currentDatabase() AND startsWith(name, '${SNAPSHOT}')
      AND metadata_modification_time <= now() - toIntervalSecond(${Math.ceil(age / ONE_SECOND)})`,
  );
  for (const { name } of left) await dropTable({ command }, name);
}

/** Removes all rows of a table, including pending inserts: an insert ends in the table in which it started. */
export async function replaceByEmpty({ command }: Pick<Store, "command">, table: string): Promise<void> {
  const next = snapshotNames()(table);
  await command(`CREATE TABLE ${next} AS ${table}`);
  await command(`EXCHANGE TABLES ${next} AND ${table}`);
  await dropTable({ command }, next);
}

/** Names that no other process uses at the same time. */
function snapshotNames(): (table: string) => string {
  const id = randomUUID().replaceAll("-", "");
  return (table) => `${SNAPSHOT}${id}_${table}`;
}

/** A server would reject dropping a large table without the setting. */
async function dropTable({ command }: Pick<Store, "command">, name: string): Promise<void> {
  await command(`DROP TABLE IF EXISTS ${name} SETTINGS max_table_size_to_drop = 0`);
}
