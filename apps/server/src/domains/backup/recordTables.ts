import { sql } from "drizzle-orm";
import type { RecordsDatabase } from "../../platform/storage/records/records.ts";
import { rowsOf } from "../../platform/storage/records/rowsOf.ts";

type Reader = Pick<RecordsDatabase, "execute">;

/** Rows per read: few for tables with bytes, because an archived file may have megabytes. */
const ROWS_AT_ONCE = { withBytes: 50, others: 500 };
/** The counters that number new rows. */
export const SEQUENCES = "sequences";

interface RecordsReader {
  /** Called and awaited at the moment as of which the tables are read. */
  whenFrozen: () => Promise<void>;
  /** @param name as in {@link listRecordSections}. @param rows complete lines of JSON, to be read before the promise resolves. */
  onSection: (name: string, rows: AsyncIterable<Uint8Array>) => Promise<void>;
}

/** Reads all tables of the record store as of one moment. */
export function readRecords(db: RecordsDatabase, { whenFrozen, onSection }: RecordsReader): Promise<void> {
  return db.transaction(
    async (tx) => {
      // The first statement sets the moment.
      const tables = await tablesInOrder(tx);
      await whenFrozen();
      for (const table of tables) await onSection(table, linesOf(tx, table));
      await onSection(SEQUENCES, sequencesOf(tx));
    },
    { isolationLevel: "repeatable read", accessMode: "read only" },
  );
}

/** Every row as JSON, one per line. */
async function* linesOf(tx: Reader, table: string): AsyncGenerator<Buffer> {
  await tx.execute(
    sql`declare backup cursor for select to_jsonb(t)::text as line from ${sql.identifier(table)} t`,
  );
  const count = (await hasBytes(tx, table)) ? ROWS_AT_ONCE.withBytes : ROWS_AT_ONCE.others;
  for (;;) {
    const rows = await ask<{ line: string }>(tx, sql.raw(`fetch ${count} from backup`));
    if (rows.length === 0) break;
    yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
  }
  await tx.execute(sql`close backup`);
}

async function hasBytes(db: Reader, table: string): Promise<boolean> {
  const columns = await ask(
    db,
    sql`select 1 from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and data_type = 'bytea'`,
  );
  return columns.length > 0;
}

async function* sequencesOf(tx: Reader): AsyncGenerator<Buffer> {
  const rows = await ask<{ line: string }>(
    tx,
    sql`select jsonb_build_object('name', sequencename, 'value', last_value)::text as line
      from pg_sequences where schemaname = current_schema() and last_value is not null`,
  );
  if (rows.length > 0) yield Buffer.from(rows.map(({ line }) => `${line}\n`).join(""));
}

/** The time of the latest migration, in milliseconds since the epoch. */
export async function readRecordsMigration(db: Reader): Promise<number> {
  const [row] = await ask<{ latest: string }>(
    db,
    sql`select max(created_at)::text as latest from drizzle.__drizzle_migrations`,
  );
  return Number(row?.latest);
}

/** Names of the tables, and of the section of their counters, in the order in which they are written. */
export async function listRecordSections(db: Reader): Promise<string[]> {
  return [...(await tablesInOrder(db)), SEQUENCES];
}

/** Table of running servers, which is not part of a backup. */
const OF_SERVERS = "instances";

/** Names of the tables; those that others reference come first. */
async function tablesInOrder(db: Reader): Promise<string[]> {
  const tables = await ask<{ name: string; needs: string[] }>(
    db,
    sql`select c.relname as name, coalesce(array_agg(r.relname::text) filter (where r.relname is not null), '{}') as needs
      from pg_class c
      left join pg_constraint f on f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid
      left join pg_class r on r.oid = f.confrelid
      where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and c.relname <> ${OF_SERVERS}
      group by c.relname order by c.relname`,
  );
  const ordered: string[] = [];
  for (let left = tables; left.length > 0; ) {
    const ready = left.filter(({ needs }) => needs.every((name) => ordered.includes(name)));
    if (ready.length === 0)
      throw new Error(`These tables refer to each other: ${left.map(({ name }) => name).join(", ")}.`);
    ordered.push(...ready.map(({ name }) => name));
    left = left.filter((table) => !ready.includes(table));
  }
  return ordered;
}

/** Whether nobody has used this store yet: it has no account and no lead. */
export async function hasNoRecords(db: Reader): Promise<boolean> {
  return (await ask(db, sql`select 1 from accounts union all select 1 from leads limit 1`)).length === 0;
}

/** Removes all rows of tables, and of those that reference them. @param tables all by default. */
export async function clearRecords(db: Reader, tables?: readonly string[]): Promise<void> {
  tables ??= await tablesInOrder(db);
  await db.execute(sql.raw(`truncate ${tables.map((name) => `"${name}"`).join(", ")} cascade`));
}

/** Adds rows of {@link writeRecords}. */
export async function loadRecordRows(db: Reader, table: string, lines: readonly Buffer[]): Promise<void> {
  const json = `[${lines.join(",")}]`;
  if (table === SEQUENCES) {
    await db.execute(
      sql`select setval(quote_ident(name)::regclass, value) from jsonb_to_recordset(${json}::jsonb) as s(name text, value bigint)`,
    );
    return;
  }
  // The store computes generated columns itself.
  const columns = await ask<{ name: string }>(
    db,
    sql`select column_name as name from information_schema.columns
      where table_schema = current_schema() and table_name = ${table} and is_generated = 'NEVER'`,
  );
  if (columns.length === 0) throw new Error(`There is no table ${table}.`);
  const [target, names] = [sql.identifier(table), sql.raw(columns.map(({ name }) => `"${name}"`).join(", "))];
  await db.execute(
    sql`insert into ${target} (${names}) overriding system value
      select ${names} from jsonb_populate_recordset(null::${target}, ${json}::jsonb)`,
  );
}

export async function countRecords(db: Reader, table: string): Promise<number> {
  const [row] = await ask<{ rows: number }>(
    db,
    sql`select count(*)::integer as rows from ${sql.identifier(table)}`,
  );
  return row?.rows ?? 0;
}

async function ask<Row>(db: Reader, statement: ReturnType<typeof sql>): Promise<Row[]> {
  return rowsOf<Row>(await db.execute(statement));
}
