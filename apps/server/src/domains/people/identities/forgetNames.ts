import { and, eq, inArray, or, type SQL, sql } from "drizzle-orm";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import { leads } from "../../leads/tables.ts";
import { queryNamesOfRows } from "../privacy/queries/namesOfRows.ts";
import { identities } from "../tables.ts";
import { keyOfName } from "./joinPeople.ts";
import { lockIdentities, matchesNames } from "./linkNames.ts";
import { type HashEmail, type Name, nameOfEmail, nameOfUser } from "./names.ts";
import { countDeletion } from "./progress.ts";
import { isOnePerson, limitBrowsers } from "./readPeople.ts";

type IdentityRow = typeof identities.$inferSelect;

/** Names whose data has been deleted from the event store. */
export interface DeletedNames {
  names: readonly Name[];
  /** Browsers of the people with these names. Other people remain linked to them. */
  browsers: readonly string[];
  /** Browsers whose data was deleted for everyone who used them. */
  anonymousIds: readonly string[];
}

/** The rows of people with one of the deleted names, before the deletion. */
export type FormerRows = Pick<IdentityRow, "kind" | "value">[];

interface ForgetOptions {
  eventStore: Pick<EventStore, "query">;
  db: RecordsDatabase;
  hashEmail: HashEmail;
}

/**
 * Removes names whose data has been deleted from the event store. Names of existing leads are kept. Names that no other event has are also removed
 * from people who used one of `anonymousIds`. Names that another server instance read from events before the deletion are not stored afterwards.
 * @param alongside runs in the same transaction, with the rows of people who have one of `names`.
 */
export async function forgetNames(
  { eventStore, db, hashEmail }: ForgetOptions,
  deleted: DeletedNames,
  alongside: (tx: Transaction, rows: FormerRows) => Promise<void> = async () => undefined,
): Promise<void> {
  const unused = await findUnusedNames({ eventStore, db, hashEmail }, deleted.anonymousIds);
  await db.transaction(async (tx) => {
    await lockIdentities(tx);
    const rows = await rowsOfPeople(tx, matchesNames(deleted.names));
    const attached = await rowsOfPeople(tx, isBrowser(deleted.anonymousIds));
    await alongside(tx, rows);
    const ofLeads = new Set((await namesOfLeads(tx, [...rows, ...attached], hashEmail)).map(keyOfName));
    const names = [...deleted.names, ...unused].filter((name) => !ofLeads.has(keyOfName(name)));
    const people = [...new Set(rows.map(({ person }) => person))];
    await tx
      .delete(identities)
      .where(
        or(
          matchesNames(names),
          isBrowser(deleted.anonymousIds),
          and(inArray(identities.person, people), isBrowser(deleted.browsers)),
        ),
      );
    await deleteNameless(tx, [...people, ...attached.map(({ person }) => person)]);
    await countDeletion(tx);
  });
}

/** Names of people who used these browsers that no event has, except for leads. */
async function findUnusedNames(
  { eventStore, db, hashEmail }: ForgetOptions,
  anonymousIds: readonly string[],
): Promise<Name[]> {
  const rows = await rowsOfPeople(db, isBrowser(anonymousIds));
  const unused: Name[] = [];
  for (const person of new Set(rows.map((row) => row.person))) {
    const personRows = rows.filter((row) => row.person === person);
    const valuesOf = (kind: string) =>
      personRows.filter((row) => row.kind === kind).map(({ value }) => value);
    // Forged names expire with their events.
    if (!isOnePerson(valuesOf("user").length + valuesOf("email").length)) continue;
    const eventNames = await queryNamesOfRows(eventStore, {
      userIds: valuesOf("user"),
      anonymousIds: limitBrowsers(valuesOf("anonymous")),
    });
    const used = [
      ...eventNames.userIds.map((id) => nameOfUser(id, hashEmail)),
      ...eventNames.emails.map((email) => nameOfEmail(email, hashEmail)),
    ];
    const keys = new Set(used.flatMap((name) => (name ? [keyOfName(name)] : [])));
    for (const { kind, value } of personRows)
      if (kind !== "anonymous" && !keys.has(keyOfName({ kind, value }))) unused.push({ kind, value });
  }
  return unused;
}

function isBrowser(anonymousIds: readonly string[]): SQL | undefined {
  return and(eq(identities.kind, "anonymous"), inArray(identities.value, [...anonymousIds]));
}

/** All rows of the people with a matching row. */
function rowsOfPeople(db: Pick<RecordsDatabase, "select">, matches: SQL | undefined): Promise<IdentityRow[]> {
  const people = db.select({ person: identities.person }).from(identities).where(matches);
  return db.select().from(identities).where(inArray(identities.person, people));
}

/** The names of those leads among the rows that still exist. */
async function namesOfLeads(tx: Transaction, rows: FormerRows, hashEmail: HashEmail): Promise<Name[]> {
  const ids = rows.filter(({ kind }) => kind === "lead").map(({ value }) => value);
  if (ids.length === 0) return [];
  const leadRows = await tx
    .select({ id: leads.id, email: leads.email })
    .from(leads)
    .where(inArray(leads.id, ids));
  return leadRows.flatMap(({ id, email }) => [
    { kind: "lead" as const, value: id },
    { kind: "email" as const, value: hashEmail(email) },
  ]);
}

/** Deletes the browsers of people who have no other name left. */
async function deleteNameless(tx: Transaction, people: readonly string[]): Promise<void> {
  const named = sql`exists (select 1 from ${identities} named where named.person = ${identities.person} and named.kind <> 'anonymous')`;
  await tx.delete(identities).where(and(inArray(identities.person, [...new Set(people)]), sql`not ${named}`));
}
