import type { RequestScope } from "@marquee/contract/schema";
import { eq, getTableColumns } from "drizzle-orm";
import {
  queryRecordedSessions,
  type RecordedTable,
} from "../../../platform/storage/events/queries/recordedSessions.ts";
import type { StoredEvent } from "../../../platform/storage/events/queries/storedEvent.ts";
import {
  consentReceipts,
  leadDeliveries,
  leadDeliveryAttempts,
  leadEntries,
  leadMeetings,
  leads,
} from "../../../platform/storage/records/schema.ts";
import type { HashEmail } from "../identities/names.ts";
import { readPersonEvents } from "../queries/personEvents.ts";
import { queryPersonSessions } from "../queries/personSessions.ts";
import { findPerson, type PersonStores } from "./findPerson.ts";
import type { PersonIdentities } from "./identities.ts";
import { readPersonRecordings } from "./queries/personRecordings.ts";
import { matchesLeads, matchesVisitors } from "./readPerson.ts";

/**
 * All data stored about one person. From a shared browser, it includes the rows that a deletion would delete. See {@link exportIdentities}.
 * @param id see {@link findPerson}.
 */
export async function* exportPerson(
  stores: PersonStores,
  id: string,
  scope: RequestScope = "person",
): AsyncGenerator<string> {
  const { identities } = await findPerson(stores, id, scope);
  const { hashEmail } = stores.identities;
  yield* exportIdentities({ ...stores, hashEmail }, identities);
}

/**
 * All data stored under these names, as the pieces of one JSON document: `ids`, `receipts`, `leads`, their `deliveries` with all `attempts`, `history` with notes and `meetings`, `sessions`, then the lists that can be
 * long: `recordings` (when and where, without their content), `interactions`, `monitoring` and `events`.
 */
export async function* exportIdentities(
  { eventStore: store, db, hashEmail }: Pick<PersonStores, "eventStore" | "db"> & { hashEmail: HashEmail },
  person: PersonIdentities,
): AsyncGenerator<string> {
  const recorded = await queryRecordedSessions(store, person);
  const recordedRows = (table: RecordedTable) => readPersonRecordings(store, table, person, recorded);
  const document = {
    ids: [...new Set([...person.ids, ...person.browsers, ...person.emails])],
    receipts: await db.select().from(consentReceipts).where(matchesVisitors(person, hashEmail)),
    leads: await db.select().from(leads).where(matchesLeads(person)),
    deliveries: await db
      .select(getTableColumns(leadDeliveries))
      .from(leadDeliveries)
      .innerJoin(leads, eq(leads.id, leadDeliveries.leadId))
      .where(matchesLeads(person)),
    attempts: await db
      .select(getTableColumns(leadDeliveryAttempts))
      .from(leadDeliveryAttempts)
      .innerJoin(leads, eq(leads.id, leadDeliveryAttempts.leadId))
      .where(matchesLeads(person)),
    history: await db
      .select(getTableColumns(leadEntries))
      .from(leadEntries)
      .innerJoin(leads, eq(leads.id, leadEntries.leadId))
      .where(matchesLeads(person)),
    meetings: await db
      .select(getTableColumns(leadMeetings))
      .from(leadMeetings)
      .innerJoin(leads, eq(leads.id, leadMeetings.leadId))
      .where(matchesLeads(person)),
    sessions: await queryPersonSessions(store, person, recorded),
  };
  yield JSON.stringify(document, null, 2).slice(0, -2);
  yield* list("recordings", recordedRows("replay_segments"));
  yield* list("interactions", recordedRows("interactions"));
  yield* list("monitoring", recordedRows("monitoring_events"), readableLine);
  yield* list("events", readPersonEvents(store, person), readable);
  yield "\n}\n";
}

/** Yields one list of the document. */
async function* list<Row extends Record<string, unknown>>(
  name: string,
  rows: AsyncIterable<Row>,
  read: (row: Row) => Record<string, unknown> = (row) => row,
): AsyncGenerator<string> {
  yield `,\n  "${name}": [`;
  let separator = "\n    ";
  for await (const row of rows) {
    yield separator + JSON.stringify(read(row));
    separator = ",\n    ";
  }
  yield "\n  ]";
}

function readableLine({ raw, ...line }: Record<string, unknown>): Record<string, unknown> {
  return { ...line, line: JSON.parse(String(raw)) };
}

/** Converts timestamps to ISO 8601 and parses the JSON columns. */
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
