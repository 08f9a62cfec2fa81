import type { DeletionState, PersonResponse } from "@marquee/contract/schema";
import { count, desc, inArray, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryPersonTotals } from "../storage/events/queries/personTotals.ts";
import { queryRecordedSessions } from "../storage/events/queries/privacy/recordedSessions.ts";
import { queryRecordedTotals } from "../storage/events/queries/privacy/recordedTotals.ts";
import { countRejected, countSessions } from "../storage/events/queries/visitorCounts.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { consentReceipts, deletionRequests, leads } from "../storage/records/schema.ts";
import { findIdentities, type Identities } from "./identities.ts";

/** Data stored about the person identified by an anonymous ID, user ID or email address. */
export async function readPerson(
  store: Pick<EventStore, "query">,
  db: RecordsDatabase,
  id: string,
): Promise<PersonResponse> {
  const person = await findIdentities(store, id);
  const visitors = [...person.ids, ...person.browsers];
  const recorded = await queryRecordedSessions(store, person);
  const [totals, recordedTotals, sessions, rejectedEvents, receipts, leadCount, deletion] = await Promise.all(
    [
      queryPersonTotals(store, person),
      queryRecordedTotals(store, person, recorded),
      countSessions(store, person, recorded),
      countRejected(store, visitors),
      countRecords(db, consentReceipts, matchesVisitors(person)),
      countRecords(db, leads, matchesEmails(person)),
      latestDeletion(db, visitors),
    ],
  );
  const ids = [...new Set([...visitors, ...person.emails])];
  return {
    ids,
    ...totals,
    ...recordedTotals,
    sessions,
    rejectedEvents,
    receipts,
    leads: leadCount,
    deletion,
  };
}

/** Matches consent receipts of the person's IDs and browsers. */
export function matchesVisitors({ ids, browsers }: Identities): SQL {
  return inArray(consentReceipts.visitorId, [...ids, ...browsers]);
}

/** Matches leads with one of the person's email addresses, ignoring case. */
export function matchesEmails({ emails }: Identities): SQL {
  return inArray(sql`lower(${leads.email})`, emails);
}

async function countRecords(db: RecordsDatabase, table: PgTable, condition: SQL): Promise<number> {
  const [row] = await db.select({ value: count() }).from(table).where(condition);
  return row?.value ?? 0;
}

async function latestDeletion(db: RecordsDatabase, visitors: string[]): Promise<PersonResponse["deletion"]> {
  const [request] = await db
    .select()
    .from(deletionRequests)
    .where(inArray(deletionRequests.visitorId, visitors))
    .orderBy(desc(deletionRequests.requestedAt))
    .limit(1);
  return stateOf(request);
}

/** The state of a deletion, as the console's API returns it; null without a deletion. */
export function stateOf(request: typeof deletionRequests.$inferSelect | undefined): DeletionState | null {
  if (!request) return null;
  return { requestedAt: request.requestedAt.getTime(), completedAt: request.completedAt?.getTime() ?? null };
}
