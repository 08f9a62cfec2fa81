import type { EventStore } from "../eventStore.ts";

type StoredEvent = Record<string, string | number> & { properties: string; traits: string; context: string };

const INSTANTS = ["received_at", "timestamp", "original_timestamp"];

/** One event with all its columns, instants in milliseconds since the epoch; null when no event has that message id. */
export async function queryEventById(
  store: Pick<EventStore, "query">,
  messageId: string,
): Promise<StoredEvent | null> {
  const instants = INSTANTS.map((name) => `toUnixTimestamp64Milli(${name}) AS ${name}`);
  const sql = `
    SELECT * REPLACE (${instants.join(", ")})
    FROM events
    WHERE message_id = {messageId:String}
    LIMIT 1`;
  const [row] = await store.query<StoredEvent>(sql, { messageId });
  if (!row) return null;
  const numbers = INSTANTS.map((name) => [name, Number(row[name])] as const);
  return { ...row, ...Object.fromEntries(numbers) };
}
