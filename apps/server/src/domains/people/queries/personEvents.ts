import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { belongsToPerson, personParams } from "../../../platform/storage/events/queries/person.ts";
import {
  readStoredEvent,
  STORED_EVENT,
  type StoredEvent,
} from "../../../platform/storage/events/queries/storedEvent.ts";

const PAGE_SIZE = 2000;

/** All events of one person with all columns, oldest first, each message once. Reads the store page by page. */
export async function* readPersonEvents(
  store: Pick<EventStore, "query">,
  person: Parameters<typeof personParams>[0],
): AsyncGenerator<StoredEvent> {
  const sql = `
    SELECT ${STORED_EVENT} FROM events
    WHERE ${belongsToPerson(person)} AND (events.received_at, events.message_id)
      > (fromUnixTimestamp64Milli({afterAt:Int64}), {afterId:String})
    ORDER BY events.received_at, events.message_id
    LIMIT 1 BY message_id
    LIMIT {limit:UInt32}`;
  let after = { afterAt: 0, afterId: "" };
  for (;;) {
    const rows = await store.query<StoredEvent>(sql, { ...personParams(person), ...after, limit: PAGE_SIZE });
    const events = rows.map(readStoredEvent);
    yield* events;
    const last = events.at(-1);
    if (!last || events.length < PAGE_SIZE) return;
    after = { afterAt: Number(last.received_at), afterId: String(last.message_id) };
  }
}
