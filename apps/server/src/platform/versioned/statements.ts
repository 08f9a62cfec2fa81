import { getTableColumns, type SQL } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import type { RecordsDatabase } from "../storage/records/records.ts";

/*
 * Statements on a table that is a parameter. Drizzle only types rows of statically known tables, so each statement here casts them to the rows
 * of `TableOf<Row>`, the type of its `$inferSelect`.
 */

export type TableOf<Row> = PgTable & { $inferSelect: Row };
export type Reader = Pick<RecordsDatabase, "select">;

/** @param property of the table's rows. */
export const columnOf = (table: PgTable, property: string): PgColumn =>
  getTableColumns(table)[property] as PgColumn;

export const hasColumn = (table: PgTable, property: string): boolean => property in getTableColumns(table);

export async function selectRows<Row>(
  db: Reader,
  table: TableOf<Row>,
  {
    where,
    order = [],
    limit,
  }: { where?: SQL | undefined; order?: readonly (SQL | PgColumn)[]; limit?: number | undefined },
): Promise<Row[]> {
  const query = db
    .select()
    .from(table as PgTable)
    .where(where)
    .orderBy(...order);
  return (await (limit === undefined ? query : query.limit(limit))) as Row[];
}

/** @returns null if the key or a unique name is taken. */
export async function insertRow<Row>(
  db: Pick<RecordsDatabase, "insert">,
  table: TableOf<Row>,
  values: object,
): Promise<Row | null> {
  const [row] = await db
    .insert(table as PgTable)
    .values(values)
    .onConflictDoNothing()
    .returning();
  return (row ?? null) as Row | null;
}

/** @returns null if there is no such row. */
export async function updateRow<Row>(
  db: Pick<RecordsDatabase, "update">,
  table: TableOf<Row>,
  values: object,
  where: SQL | undefined,
): Promise<Row | null> {
  const [row] = await db
    .update(table as PgTable)
    .set(values)
    .where(where)
    .returning();
  return (row ?? null) as Row | null;
}

/** PostgreSQL's code for a duplicate value in a unique index. */
const UNIQUE_VIOLATION = "23505";

export function isUniqueViolation(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === UNIQUE_VIOLATION || isUniqueViolation(error.cause);
}
