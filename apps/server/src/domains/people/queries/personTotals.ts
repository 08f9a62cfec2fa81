import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import {
  belongsToPerson,
  type PersonIds,
  personParams,
} from "../../../platform/storage/events/queries/person.ts";

interface PersonTotals {
  events: number;
  /** Milliseconds since the epoch; null without events. */
  firstSeen: number | null;
  lastSeen: number | null;
}

/** Number of a person's events, each message once, and the times of the first and last one. */
export async function queryPersonTotals(
  store: Pick<EventStore, "query">,
  person: Parameters<typeof personParams>[0],
): Promise<PersonTotals> {
  const sql = `
    SELECT toUInt32(uniqExact(message_id)) AS events,
           toUnixTimestamp64Milli(min(timestamp)) AS firstSeen, toUnixTimestamp64Milli(max(timestamp)) AS lastSeen
    FROM events WHERE ${belongsToPerson(person)}`;
  const [row] = await store.query<{ events: number; firstSeen: string; lastSeen: string }>(
    sql,
    personParams(person),
  );
  if (!row || row.events === 0) return { events: 0, firstSeen: null, lastSeen: null };
  return { events: row.events, firstSeen: Number(row.firstSeen), lastSeen: Number(row.lastSeen) };
}

/** Whether the store contains any event of these people. */
export async function queryHasEvents(store: Pick<EventStore, "query">, people: PersonIds): Promise<boolean> {
  const sql = `SELECT 1 FROM events WHERE ${belongsToPerson(people)} LIMIT 1`;
  return (await store.query(sql, personParams(people))).length > 0;
}
