import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gt, type SQL, sql } from "drizzle-orm";
import { NewerDataError } from "../../errors/newerDataError.ts";
import { RecordsError } from "../../errors/recordsError.ts";
import type { MigrationKind } from "../migrationKind.ts";
import { rejectRestoring } from "../restoring.ts";
import { describeInstance, listInstances } from "./instances.ts";
import type { RecordsDatabase } from "./records.ts";
import { readRecordsMark } from "./restoringRecords.ts";
import { rowsOf } from "./rowsOf.ts";
import { recordMigrations } from "./tables.ts";

/** A migration of the record store's schema: a file with SQL, whose first line is `-- expand` or `-- contract` (see {@link MigrationKind}). */
export interface RecordMigration {
  /** Its time in Drizzle's journal, in milliseconds since the epoch. */
  at: number;
  name: string;
  kind: MigrationKind;
}

interface MigrateOptions {
  migrationsFolder: string;
  /** ID of the backup that this process restores; null if it does not. */
  restoring: string | null;
  /** ID of the server's data folder, which nothing else uses; null for tools. */
  folder: string | null;
}

/**
 * Brings the schema up to date.
 * @param migrate function of the database's driver.
 * @throws {NewerDataError} when a newer version has migrated the store in an incompatible way, which Drizzle would ignore.
 * @throws {InterruptedRestoreError} when another backup was not completely restored into it.
 * @throws {RecordsError} if running instances of an earlier version could no longer use it.
 */
export async function migrateRecords(
  db: RecordsDatabase,
  { migrationsFolder, restoring, folder }: MigrateOptions,
  migrate: () => Promise<unknown>,
): Promise<void> {
  rejectRestoring(await readRecordsMark(db), restoring);
  const migrations = readRecordMigrations(migrationsFolder);
  const pending = await findPendingRecords(db, migrations);
  const contract = pending.length < migrations.length && pending.findLast(({ kind }) => kind === "contract");
  if (contract) await rejectWhileOlderRun(db, contract, folder);
  await migrate();
  await noteKinds(db, migrations);
}

/** Finds the migrations that have not been applied, and changes nothing. @throws {NewerDataError} like {@link migrateRecords}. */
export async function findPendingRecords(
  db: RecordsDatabase,
  migrations: readonly RecordMigration[],
): Promise<RecordMigration[]> {
  const latest = migrations.at(-1)?.at ?? 0;
  const applied = await readLatest(db);
  if (applied > latest && !(await isExpandedOnly(db, latest))) throw new NewerDataError("The record store");
  return migrations.filter(({ at }) => at > applied);
}

/** All migrations of this version, in order. */
export function readRecordMigrations(migrationsFolder: string): RecordMigration[] {
  const journal = JSON.parse(readFileSync(join(migrationsFolder, "meta/_journal.json"), "utf8")) as {
    entries: { when: number; tag: string }[];
  };
  return journal.entries.map(({ when, tag }) => {
    const text = readFileSync(join(migrationsFolder, `${tag}.sql`), "utf8");
    // The first migrations do not declare it. Versions without any of them did not track running instances
    // either.
    return { at: when, name: tag, kind: text.startsWith("-- contract\n") ? "contract" : "expand" };
  });
}

/** The time of this version's latest migration, in milliseconds since the epoch. */
export function latestMigration(migrationsFolder: string): number {
  return readRecordMigrations(migrationsFolder).at(-1)?.at ?? 0;
}

async function rejectWhileOlderRun(
  db: RecordsDatabase,
  { at, name }: RecordMigration,
  folder: string | null,
): Promise<void> {
  if (!(await hasTable(db, "instances"))) return;
  const older = (await listInstances(db)).filter(
    (each) => each.isRunning && each.recordsMigration < at && each.folder !== folder,
  );
  if (older.length === 0) return;
  throw new RecordsError(
    `This version changes the records in a way that earlier versions can't use (${name}), and these instances are still running: ${older.map(describeInstance).join(", ")}. Stop them, then start this one again.`,
    null,
  );
}

/** Whether changes by newer versions are compatible with this one. */
async function isExpandedOnly(db: RecordsDatabase, latest: number): Promise<boolean> {
  if (!(await hasTable(db, "record_migrations"))) return false;
  const [row] = await ask<{ all: number }>(
    db,
    sql`select count(*)::integer as all from drizzle.__drizzle_migrations where created_at > ${latest}`,
  );
  const newer = await db.select().from(recordMigrations).where(gt(recordMigrations.at, latest));
  return newer.length === row?.all && newer.every(({ kind }) => kind === "expand");
}

/** Records the kinds of the applied migrations for earlier versions. */
async function noteKinds(db: RecordsDatabase, migrations: readonly RecordMigration[]): Promise<void> {
  // A restored backup may be from before.
  if (!(await hasTable(db, "record_migrations"))) return;
  await db
    .insert(recordMigrations)
    .values([...migrations])
    .onConflictDoNothing();
}

/** The time of the latest migration in Drizzle's table; 0 for an empty store. */
async function readLatest(db: RecordsDatabase): Promise<number> {
  if (!(await hasTable(db, "drizzle.__drizzle_migrations"))) return 0;
  const [row] = await ask<{ latest: string | null }>(
    db,
    sql`select max(created_at)::text as latest from drizzle.__drizzle_migrations`,
  );
  return Number(row?.latest ?? 0);
}

export async function hasTable(db: RecordsDatabase, name: string): Promise<boolean> {
  const [row] = await ask<{ name: string | null }>(db, sql`select to_regclass(${name})::text as name`);
  return Boolean(row?.name);
}

async function ask<Row>(db: RecordsDatabase, statement: SQL): Promise<Row[]> {
  return rowsOf<Row>(await db.execute(statement));
}
