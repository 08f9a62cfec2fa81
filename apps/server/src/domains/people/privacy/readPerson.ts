import type { DeletionState, PersonResponse, RequestScope } from "@marquee/contract/schema";
import { count, desc, inArray, or, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import { queryRecordedSessions } from "../../../platform/storage/events/queries/recordedSessions.ts";
import type { RecordsDatabase } from "../../../platform/storage/records/records.ts";
import { consentReceipts } from "../../consent/tables.ts";
import { leads } from "../../leads/tables.ts";
import { type HashEmail, hashSubject } from "../identities/names.ts";
import { countUsersOfBrowsers, type PersonNames } from "../identities/readPeople.ts";
import { receiptsOf } from "../identities/receiptsOf.ts";
import { queryPersonTotals } from "../queries/personTotals.ts";
import { countRejected, countSessions } from "../queries/visitorCounts.ts";
import { deletionRequests } from "../tables.ts";
import { findPerson, type PersonStores } from "./findPerson.ts";
import type { PersonIdentities } from "./identities.ts";
import { queryRecordedTotals } from "./queries/recordedTotals.ts";

/** Data stored about the person with an anonymous ID, user ID, email address or lead's ID. */
export async function readPerson(
  stores: PersonStores,
  id: string,
  scope?: RequestScope,
): Promise<PersonResponse> {
  const { eventStore: store, db } = stores;
  const { hashEmail } = stores.identities;
  const {
    identities: person,
    linked,
    sharedBy,
    sharedByCount,
    hasTooManyNames,
  } = await findPerson(stores, id, scope);
  const visitors = [...person.ids, ...person.browsers];
  const recorded = await queryRecordedSessions(store, person);
  const [totals, recordedTotals, sessions, rejectedEvents, receipts, leadCount, deletion, people] =
    await Promise.all([
      queryPersonTotals(store, person),
      queryRecordedTotals(store, person, recorded),
      countSessions(store, person, recorded),
      countRejected(store, visitors),
      countRecords(db, consentReceipts, matchesVisitors(person, hashEmail)),
      countRecords(db, leads, matchesLeads(person)),
      latestDeletion(db, [...visitors, ...person.emails], hashEmail),
      countUsersOfBrowsers(db, linked.browsers),
    ]);
  return {
    names: namesIn(linked, people, hashEmail),
    sharedBy: sharedBy.map(summaryOf),
    sharedByCount,
    hasTooManyNames,
    ...totals,
    ...recordedTotals,
    sessions,
    rejectedEvents,
    receipts,
    leads: leadCount,
    deletion,
  };
}

/** @param people how many people used each browser. */
function namesIn(
  { ids, browsers, emails, emailHashes, leads: leadIds }: PersonIdentities,
  people: ReadonlyMap<string, number>,
  hashEmail: HashEmail,
): PersonResponse["names"] {
  const readable = new Set(emails.map(hashEmail));
  return {
    browsers: browsers.map((id) => ({ id, people: people.get(id) ?? 0 })),
    userIds: ids,
    emails,
    hiddenEmails: emailHashes.filter((hash) => !readable.has(hash)).length,
    leadIds,
  };
}

function summaryOf({
  person,
  userIds,
  emailHashes,
  leadIds,
}: PersonNames): PersonResponse["sharedBy"][number] {
  return { id: person, userIds: userIds.length, emails: emailHashes.length, leads: leadIds.length };
}

/** Matches consent receipts of the person's IDs and browsers. */
export function matchesVisitors({ ids, browsers }: PersonIdentities, hashEmail: HashEmail): SQL | undefined {
  return receiptsOf([...ids, ...browsers], hashEmail);
}

/** Matches the person's leads, by ID and by email address, ignoring case. */
export function matchesLeads({ emails, leads: leadIds }: PersonIdentities): SQL | undefined {
  return or(inArray(leads.id, leadIds), inArray(sql`lower(${leads.email})`, emails));
}

async function countRecords(
  db: RecordsDatabase,
  table: PgTable,
  condition: SQL | undefined,
): Promise<number> {
  const [row] = await db.select({ value: count() }).from(table).where(condition);
  return row?.value ?? 0;
}

async function latestDeletion(
  db: RecordsDatabase,
  subjects: string[],
  hashEmail: HashEmail,
): Promise<PersonResponse["deletion"]> {
  const [request] = await db
    .select()
    .from(deletionRequests)
    .where(deletionsOf(subjects, hashEmail))
    .orderBy(desc(deletionRequests.requestedAt))
    .limit(1);
  return stateOf(request);
}

/** Matches deletions requested for these IDs and email addresses, complete or not. */
function deletionsOf(subjects: readonly string[], hashEmail: HashEmail): SQL | undefined {
  const { visitorId, subjectHash } = deletionRequests;
  const hashes = subjects.map((subject) => hashSubject(subject, hashEmail));
  return or(inArray(subjectHash, hashes), inArray(visitorId, [...subjects]));
}

/** The state of a deletion, as the console's API returns it; null without a deletion. */
export function stateOf(request: typeof deletionRequests.$inferSelect | undefined): DeletionState | null {
  if (!request) return null;
  const { requestedAt, completedAt, erasedAt } = request;
  return {
    requestedAt: requestedAt.getTime(),
    completedAt: completedAt?.getTime() ?? null,
    erasedAt: erasedAt?.getTime() ?? null,
  };
}
