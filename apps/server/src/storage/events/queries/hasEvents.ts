import type { EventStore } from "../eventStore.ts";
import { belongsToPerson, type PersonIds, personParams } from "./person.ts";

/** Whether the store holds any event of these people. */
export async function queryHasEvents(store: Pick<EventStore, "query">, people: PersonIds): Promise<boolean> {
  const sql = `SELECT 1 FROM events WHERE ${belongsToPerson(people)} LIMIT 1`;
  return (await store.query(sql, personParams(people))).length > 0;
}
