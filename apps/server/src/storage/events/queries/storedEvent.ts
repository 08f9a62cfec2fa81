import type { EventStore } from "../eventStore.ts";
/** A row of `events` with all columns of the latest migration. */
export type StoredEvent = Record<string, string | number> & {
  properties: string;
  traits: string;
  context: string;
};

const INSTANTS = ["received_at", "timestamp", "original_timestamp"];

/** Every column, instants in milliseconds since the epoch. Read rows with {@link readStoredEvent}. */
export const STORED_EVENT = `* REPLACE (${INSTANTS.map((name) => `toUnixTimestamp64Milli(${name}) AS ${name}`).join(", ")})`;

/** The store writes 64-bit integers as text. */
export function readStoredEvent(row: StoredEvent): StoredEvent {
  return { ...row, ...Object.fromEntries(INSTANTS.map((name) => [name, Number(row[name])])) };
}

/** One event with all its columns; null when no event has that message id. */
export async function queryEventById(
  store: Pick<EventStore, "query">,
  messageId: string,
): Promise<StoredEvent | null> {
  const sql = `SELECT ${STORED_EVENT} FROM events WHERE message_id = {messageId:String} LIMIT 1`;
  const [row] = await store.query<StoredEvent>(sql, { messageId });
  return row ? readStoredEvent(row) : null;
}
