import type { EventStore } from "../eventStore.ts";
/** A row of `events` with all columns of the latest migration. */
export type StoredEvent = Record<string, string | number> & {
  properties: string;
  traits: string;
  context: string;
};

const INSTANTS = ["received_at", "timestamp", "original_timestamp"];

/** All columns but the store's own, with times in milliseconds since the epoch, and variations as text. Convert rows with {@link readStoredEvent}. */
export const STORED_EVENT = `* EXCEPT (inserted_at, session_assigned) REPLACE (
  ${INSTANTS.map((name) => `toUnixTimestamp64Milli(${name}) AS ${name}`).join(", ")}, arrayStringConcat(variations, ', ') AS variations)`;

/** Converts times to numbers, because the store can return 64-bit integers as strings. */
export function readStoredEvent(row: StoredEvent): StoredEvent {
  return { ...row, ...Object.fromEntries(INSTANTS.map((name) => [name, Number(row[name])])) };
}

/** One event with all its columns; null if no event has this message ID. */
export async function queryEventById(
  store: Pick<EventStore, "query">,
  messageId: string,
): Promise<StoredEvent | null> {
  const sql = `SELECT ${STORED_EVENT} FROM events WHERE message_id = {messageId:String} LIMIT 1`;
  const [row] = await store.query<StoredEvent>(sql, { messageId });
  return row ? readStoredEvent(row) : null;
}
