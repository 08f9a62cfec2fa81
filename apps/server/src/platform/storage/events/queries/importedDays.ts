import type { EventStore } from "../eventStore.ts";

/** A row to import, with the names of the table's columns. */
export interface StoredImportedDay {
  import_id: number;
  system: string;
}

/** Rows per insert. */
const ROWS_AT_ONCE = 20_000;

/**
 * Stores the days of an import. They count once the record store marks it as done. @param token of this attempt, see `InsertLines`.
 */
export async function insertImportedDays(
  store: Pick<EventStore, "insert">,
  rows: readonly object[],
  { of, token }: { of: StoredImportedDay; token: string },
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const part = rows.slice(from, from + ROWS_AT_ONCE).map((row) => ({ ...of, ...row }));
    await store.insert("imported_days", part, `${token} ${from}`);
  }
}

/** Deletes exactly the days of these imports. */
export async function deleteImportedDays(
  store: Pick<EventStore, "command">,
  imports: readonly number[],
): Promise<void> {
  if (imports.length > 0)
    await store.command(
      `DELETE FROM imported_days WHERE import_id IN (${imports.map(Math.floor).join(", ")})`,
    );
}

/** Days covered by imports, by dimension. */
export async function queryCoveredDays(
  store: Pick<EventStore, "query">,
  imports: readonly number[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  if (imports.length === 0) return new Map();
  const rows = await store.query<{ dimension: string; days: string[] }>(
    `SELECT dimension, arrayMap(day -> toString(day), groupUniqArray(day)) AS days FROM imported_days
    WHERE import_id IN (${imports.map(Math.floor).join(", ")}) GROUP BY dimension`,
  );
  return new Map(rows.map(({ dimension, days }) => [dimension, new Set(days)]));
}
