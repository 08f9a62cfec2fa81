import { sql } from "drizzle-orm";
import type { Restoring } from "../restoring.ts";
import type { RecordsDatabase } from "./records.ts";
import { rowsOf } from "./rowsOf.ts";

type Database = Pick<RecordsDatabase, "execute">;

/** Not among the tables that a backup has and a restore empties. */
const TABLE = sql.raw("drizzle.restoring");

/** @returns the backup being restored into the store; null for none. */
export async function readRecordsMark(db: Database): Promise<Restoring | null> {
  const [table] = await ask<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.restoring')::text as name`,
  );
  if (!table?.name) return null;
  const [mark] = await ask<Restoring>(db, sql`select id, file from ${TABLE}`);
  return mark ?? null;
}

/** Marks a store that has no mark. Call it within a transaction. */
export async function markRecords(db: Database, { id, file }: Restoring): Promise<void> {
  await db.execute(sql`create table ${TABLE} (id text not null, file text not null)`);
  await db.execute(sql`insert into ${TABLE} values (${id}, ${file})`);
}

export async function unmarkRecords(db: Database): Promise<void> {
  await db.execute(sql`drop table if exists ${TABLE}`);
}

async function ask<Row>(db: Database, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return rowsOf<Row>(await db.execute(statement));
}
