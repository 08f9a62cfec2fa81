import type { EventStore } from "../storage/events/eventStore.ts";
import { readPersonEvents } from "../storage/events/queries/personEvents.ts";
import type { StoredEvent } from "../storage/events/queries/storedEvent.ts";
import { queryVisitorSessions } from "../storage/events/queries/visitorSessions.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { consentReceipts, leads } from "../storage/records/schema.ts";
import { findIdentities } from "./findIdentities.ts";
import { ofEmails, ofVisitors } from "./readPerson.ts";

/**
 * Everything that is kept about one person as a JSON document, piece by piece: `ids`, `receipts`, `leads`, `sessions` and, last because
 * they may be many, `events`.
 */
export async function* exportPerson(
  store: Pick<EventStore, "query">,
  db: RecordsDatabase,
  id: string,
): AsyncGenerator<string> {
  const person = await findIdentities(store, id);
  const visitors = [...person.ids, ...person.browsers];
  const document = {
    ids: [...new Set([...visitors, ...person.emails])],
    receipts: await db.select().from(consentReceipts).where(ofVisitors(person)),
    leads: await db.select().from(leads).where(ofEmails(person)),
    sessions: await queryVisitorSessions(store, visitors),
  };
  yield `${JSON.stringify(document, null, 2).slice(0, -2)},\n  "events": [`;
  let separator = "\n    ";
  for await (const event of readPersonEvents(store, person)) {
    yield separator + JSON.stringify(readable(event));
    separator = ",\n    ";
  }
  yield "\n  ]\n}\n";
}

/** Instants as people write them, and JSON as JSON rather than as text that holds it. */
function readable({ properties, traits, context, ...event }: StoredEvent): Record<string, unknown> {
  const at = (name: string) => new Date(Number(event[name])).toISOString();
  return {
    ...event,
    received_at: at("received_at"),
    timestamp: at("timestamp"),
    original_timestamp: at("original_timestamp"),
    properties: JSON.parse(properties),
    traits: JSON.parse(traits),
    context: JSON.parse(context),
  };
}
