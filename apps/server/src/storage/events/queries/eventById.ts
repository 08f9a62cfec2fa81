import type { EventStore } from "../eventStore.ts";
import { readStoredEvent, STORED_EVENT, type StoredEvent } from "./storedEvent.ts";

/** One event with all its columns; null when no event has that message id. */
export async function queryEventById(
  store: Pick<EventStore, "query">,
  messageId: string,
): Promise<StoredEvent | null> {
  const sql = `SELECT ${STORED_EVENT} FROM events WHERE message_id = {messageId:String} LIMIT 1`;
  const [row] = await store.query<StoredEvent>(sql, { messageId });
  return row ? readStoredEvent(row) : null;
}
