import type { EventStore } from "../eventStore.ts";
import { isPersons, type PersonIds, personParams } from "./person.ts";

/** Whether the store holds any event of these people. */
export async function queryHasEvents(store: Pick<EventStore, "query">, people: PersonIds): Promise<boolean> {
  const sql = `SELECT 1 FROM events WHERE ${isPersons(people)} LIMIT 1`;
  return (await store.query(sql, personParams(people))).length > 0;
}
