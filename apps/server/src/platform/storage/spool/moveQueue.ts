import type { RootDatabase } from "lmdb";
import { type EncodedRow, encodeEvent, encodeRecording, type RecordingRow } from "./entries.ts";

/** Rows that are moved in one transaction. */
const ROWS_AT_ONCE = 5000;

/** A row as earlier versions spooled it: a recording's with its table, or an event's alone. */
type OldRow = { message_id: string } | RecordingRow;

/**
 * Moves the rows of a spool written by an earlier version, row by row in msgpack, and keeps their keys. A kill in between loses and repeats
 * nothing.
 * @param put adds a row to the entries.
 */
export function moveQueue(root: RootDatabase, put: (key: number, row: EncodedRow) => unknown): void {
  if (![...root.getKeys()].includes("queue")) return;
  const queue = root.openDB<OldRow, number>({ name: "queue", encoding: "msgpack" });
  const cut = root.openDB<unknown, string>({ name: "cut", encoding: "msgpack" });
  for (let isMore = true; isMore; ) {
    root.transactionSync(() => {
      const rows = [...queue.getRange({ limit: ROWS_AT_ONCE })];
      isMore = rows.length === ROWS_AT_ONCE;
      const lastKey = cut.get("lastKey");
      const [oldest] = rows;
      // A block in progress keeps its token, because the event store may have it.
      if (typeof lastKey === "number" && oldest)
        cut.put("block", { lastKey, token: `${oldest.key}-${lastKey}-${oldest.value.message_id}` });
      cut.remove("lastKey");
      for (const { key, value } of rows) {
        put(key, "table" in value ? encodeRecording(value) : encodeEvent(value));
        queue.remove(key);
      }
    });
  }
  queue.dropSync();
}
