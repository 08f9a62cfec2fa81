import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { rejectRestoring } from "../restoring.ts";
import type { RecordsDatabase } from "./records.ts";
import { readRecordsMark } from "./restoringRecords.ts";

/**
 * Brings the schema up to date.
 * @param migrate of the database's driver.
 * @param restoring ID of the backup that this process restores; null if it does not.
 * @throws {NewerDataError} when a newer version has migrated the store. Drizzle would ignore that.
 * @throws {InterruptedRestoreError} when another backup was not completely restored into it.
 */
export async function migrateRecords(
  db: RecordsDatabase,
  { migrationsFolder, restoring }: { migrationsFolder: string; restoring: string | null },
  migrate: () => Promise<unknown>,
): Promise<void> {
  rejectRestoring(await readRecordsMark(db), restoring);
  if ((await readLatest(db)) > latestMigration(migrationsFolder))
    throw new NewerDataError("The record store");
  await migrate();
}

/** The time of this version's latest migration, in milliseconds since the epoch. */
export function latestMigration(migrationsFolder: string): number {
  return Math.max(...readMigrationFiles({ migrationsFolder }).map(({ folderMillis }) => folderMillis));
}

/** The time of the latest migration in Drizzle's table; 0 for an empty store. */
async function readLatest(db: RecordsDatabase): Promise<number> {
  const { rows: tables } = (await db.execute(
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  )) as unknown as { rows: { name: string | null }[] };
  if (!tables[0]?.name) return 0;
  const { rows } = (await db.execute(
    sql`select max(created_at)::text as latest from drizzle.__drizzle_migrations`,
  )) as unknown as { rows: { latest: string | null }[] };
  return Number(rows[0]?.latest ?? 0);
}
