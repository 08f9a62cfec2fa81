import type { TableSize } from "@marquee/contract/schema";
import type { EventStore } from "../eventStore.ts";

/** Rows and bytes on disk of each table, the largest first. Needs `SELECT` on `system.parts`. */
export function queryTableSizes(store: Pick<EventStore, "query">): Promise<TableSize[]> {
  return store.query<TableSize>(
    `SELECT table, toFloat64(sum(rows)) AS rows, toFloat64(sum(bytes_on_disk)) AS bytes
     FROM system.parts WHERE active AND database = currentDatabase()
     GROUP BY table ORDER BY bytes DESC, table`,
  );
}
