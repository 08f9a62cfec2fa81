/** Runs a statement. */
type Query = <Row>(text: string) => Promise<Row[]>;

/** A table in which rows were changed or removed since it was last compacted. */
export interface ChangedTable {
  table: string;
  /** The change up to which this was determined. */
  mark: string;
}

/**
 * The server's own counts of changed and removed rows, compared with those recorded when the table was compacted. It loses its counts in a crash, and the embedded
 * one whenever it ends, which shows in the start time of counting. Without them, every table may have changed. The count of dead rows is not enough, because a VACUUM
 * resets it but leaves the bytes.
 */
export async function findChangedTables(query: Query, tables: readonly string[]): Promise<ChangedTable[]> {
  const counted = await query<{ table: string; mark: string; noted: string | null; is_counting: boolean }>(`
    SELECT relname AS table, obj_description(relid, 'pg_class') AS noted, current_setting('track_counts')::boolean AS is_counting,
      concat_ws(' ', '${MARK}', n_tup_upd, n_tup_del, extract(epoch FROM (SELECT stats_reset FROM pg_stat_bgwriter)),
        extract(epoch FROM (SELECT stats_reset FROM pg_stat_database WHERE datname = current_database()))) AS mark
    FROM pg_stat_user_tables WHERE schemaname = current_schema()`);
  const byTable = new Map(counted.map((row) => [row.table, row]));
  return tables.flatMap((table) => {
    const row = byTable.get(table);
    if (!row) throw new Error(`The record store has no table ${table}.`);
    return row.is_counting && row.noted === row.mark ? [] : [{ table, mark: row.mark }];
  });
}

const MARK = "Compacted at";

/** The statement that records, after compacting a table, up to which change. Call {@link findChangedTables} before; later changes are for the next time. */
export function markCompacted(table: string, mark: string): string {
  return `COMMENT ON TABLE "${table}" IS '${mark}'`;
}
