import { createInterface } from "node:readline";
import { inArray } from "drizzle-orm";
import { EMAIL_OF_ROW } from "../../../platform/storage/events/queries/person.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import type { Stores } from "../../../platform/storage/stores.ts";
import { leads } from "../../leads/tables.ts";
import { type HashEmail, nameOfEmail } from "../identities/names.ts";
import { identities } from "../tables.ts";

/** IDs and email addresses in lower case, by their keyed hash. */
export type NamesByHash = ReadonlyMap<string, string>;

interface FindOptions {
  eventStore: Pick<Stores["eventStore"], "streamLines">;
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

/** Where the event store has names. */
const SOURCES = [
  ["events", "anonymous_id"],
  ["events", "user_id"],
  ["events", "visitor_id"],
  ["events", EMAIL_OF_ROW],
  ["sessions", "visitor_id"],
  ["replay_segments", "visitor_id"],
  ["interactions", "visitor_id"],
  ["monitoring_events", "visitor_id"],
  ["rejected_events", "visitor_id"],
] as const;

/** Finds the names in the stores with these hashes. */
export async function findNames(
  { eventStore, db, hashEmail }: FindOptions,
  hashes: ReadonlySet<string>,
): Promise<NamesByHash> {
  const namesByHash = new Map<string, string>();
  const note = (name: string) => {
    const id = hashEmail.ofId(name);
    if (hashes.has(id)) namesByHash.set(id, name);
    const email = nameOfEmail(name, hashEmail)?.value;
    if (email !== undefined && hashes.has(email)) namesByHash.set(email, name.trim().toLowerCase());
  };
  for (const [table, column] of SOURCES) {
    const lines = await eventStore.streamLines(
      `SELECT DISTINCT ${column} AS name FROM ${table} WHERE name != ''`,
    );
    for await (const line of createInterface({ input: lines }))
      note((JSON.parse(line) as { name: string }).name);
  }
  const named = await db
    .select({ value: identities.value })
    .from(identities)
    .where(inArray(identities.kind, ["anonymous", "user", "lead"]));
  for (const { value } of named) note(value);
  for (const { id, email } of await db.select({ id: leads.id, email: leads.email }).from(leads)) {
    note(id);
    note(email);
  }
  return namesByHash;
}
