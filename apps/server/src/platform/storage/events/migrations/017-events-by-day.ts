import { eventsTable } from "./007-dimensions.ts";
import { copyRows } from "./copyRows.ts";
import { redefineTable } from "./redefineTable.ts";

const BY_DAY = "toDate(original_timestamp), type, message_id";

/**
 * Sorts events by day first. Sorted by type first, a part with only the latest events spans all days of most types, and to read each message once, the store
 * merges everything in between.
 */
export const SORT_EVENTS_BY_DAY = redefineTable({
  table: "events",
  define: (name) => eventsTable(name, BY_DAY),
  isNewBy: `ORDER BY (${BY_DAY})`,
  copy: (context, table) =>
    copyRows(context, {
      ...table,
      columns: "*",
      // Late rows may be older than the reconciliation mark, and would not be counted.
      select: (where) =>
        `SELECT * ${table.after ? "REPLACE (now64(3) AS inserted_at)" : ""} FROM ${table.from} WHERE ${where}`,
    }),
});
