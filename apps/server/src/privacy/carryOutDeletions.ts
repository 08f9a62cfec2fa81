import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, inArray, isNull } from "drizzle-orm";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryHasEvents } from "../storage/events/queries/personTotals.ts";
import type { RecordedSessions } from "../storage/events/queries/privacy/recordedSessions.ts";
import { queryHasRecordings } from "../storage/events/queries/privacy/recordedTotals.ts";
import { forgetLeadVisits } from "../storage/records/forgetLeadVisits.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { deletionRequests } from "../storage/records/schema.ts";
import type { DrainControl } from "../storage/spool/drain.ts";
import { deletePeople, hasRejected } from "./deletePeople.ts";
import { dropUnusedSessions, readDeletionSessions, storeDeletionSessions } from "./deletionSessions.ts";
import {
  countNames,
  findIdentities,
  type Identities,
  mergeIdentities,
  readIdentities,
  splitByName,
  visitorIdentities,
} from "./identities.ts";
import { createSpoolCheckpoints } from "./spoolCheckpoints.ts";

export interface DeletionStores {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  drain: DrainControl;
  recordings: { drain: DrainControl };
  now: () => Timestamp;
}

type PendingDeletion = typeof deletionRequests.$inferSelect;

/** A person whose deletion is pending, as one round sees them. */
interface PendingPerson {
  id: string;
  /** Reference to sessions found earlier, before a restart or by another instance. */
  sessionsId: string | null;
  identities: Identities;
  /** Whether the person has more IDs than the request; traces of these are deleted too. */
  isGrown: boolean;
  /** No data of the person can be in flight any more. */
  isLast: boolean;
}

/** After this long, requests that the browser or another tab had sent before the withdrawal have arrived. */
const SETTLED: Milliseconds = 20 * ONE_SECOND;
/** IDs per batch. A DELETE rewrites whole table parts however few rows match, so people share one; the limit keeps the statement quick to parse. */
const MAX_NAMES_AT_ONCE = 1000;

/**
 * Carries out the pending deletions in rounds. People are deleted in batches: at once, again when more of their data has arrived, and a last
 * time when no more can be in flight.
 * @returns a function that runs one round and resolves to whether deletions are still pending. After trying all batches it rejects with the
 * first error, for example if a store is down.
 */
export function createDeletionRunner({ db, eventStore, drain, recordings, now }: DeletionStores) {
  const marks = createSpoolCheckpoints(drain);
  const recordingMarks = createSpoolCheckpoints(recordings.drain);

  /** Calls both, without short-circuiting: the first call for an ID sets its checkpoint. */
  const areMarksPast = async (id: string) =>
    (await Promise.all([marks.isPast(id), recordingMarks.isPast(id)])).every(Boolean);

  const toOpenPerson = async (request: PendingDeletion): Promise<PendingPerson> => ({
    ...(await namesOf(eventStore, request)),
    id: request.id,
    sessionsId: request.sessionsId,
    // Evaluated second, so that the checkpoints are set only after the settling time.
    isLast: now() - request.requestedAt.getTime() >= SETTLED && (await areMarksPast(request.id)),
  });

  async function deleteData(people: readonly PendingPerson[]): Promise<void> {
    const together = mergeIdentities(people.map(({ identities }) => identities));
    const last = people.filter(({ isLast }) => isLast);
    // Late RUM events may be linked to the person by their session ID only.
    const mayBeLate = last.some(({ sessionsId }) => sessionsId !== null);
    // A DELETE without matches costs as much as one with matches, so check first.
    const isStored =
      mayBeLate || (await hasAny(together)) || (last.length > 0 && (await hasRejected(eventStore, together)));
    if (isStored) await deleteStored(people, together);
    await forgetLeadVisits(db, [...together.ids, ...together.anonymousIds, ...together.browsers]);
    await complete(last.map(({ id }) => id));
  }

  const hasAny = async (people: Identities) =>
    (await queryHasEvents(eventStore, people)) || (await queryHasRecordings(eventStore, people));

  async function deleteStored(people: readonly PendingPerson[], together: Identities): Promise<void> {
    const ids = people.map(({ id }) => id);
    const known = await readDeletionSessions(
      db,
      people.map(({ sessionsId }) => sessionsId),
    );
    const remember = async (found: RecordedSessions) => {
      await storeDeletionSessions(db, ids, found);
      for (const { id, identities, isGrown } of people)
        if (isGrown) await db.update(deletionRequests).set({ identities }).where(eq(deletionRequests.id, id));
    };
    await deletePeople({ eventStore, drain, recordings }, together, known, remember);
  }

  async function complete(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const completedAt = new Date(now());
    await db
      .update(deletionRequests)
      .set({ completedAt, sessionsId: null })
      .where(inArray(deletionRequests.id, ids));
    await dropUnusedSessions(db);
    for (const id of ids) {
      marks.forget(id);
      recordingMarks.forget(id);
    }
  }

  const isAway = () =>
    eventStore.query("SELECT 1").then(
      () => false,
      () => true,
    );

  return async (): Promise<boolean> => {
    const open = await db.select().from(deletionRequests).where(isNull(deletionRequests.completedAt));
    const people: PendingPerson[] = [];
    for (const request of open) people.push(await toOpenPerson(request));
    const failures: unknown[] = [];
    const attempt = async (together: readonly PendingPerson[]): Promise<void> => {
      try {
        await deleteData(together);
      } catch (error) {
        failures.push(error);
        // One person whose data cannot be deleted must not block the others, so retry them one by one unless the store is down.
        if (together.length === 1 || (await isAway())) return;
        for (const person of together) await attempt([person]);
      }
    };
    for (const together of splitByName(people, MAX_NAMES_AT_ONCE)) await attempt(together);
    if (failures.length > 0) throw failures[0];
    return people.some(({ isLast }) => !isLast);
  };
}

/** Identities to delete. Events that arrived since the request may link the person to further IDs; a withdrawal covers its anonymous ID only. */
async function namesOf(
  store: Pick<EventStore, "query">,
  { visitorId, identities }: Pick<PendingDeletion, "visitorId" | "identities">,
): Promise<Pick<PendingPerson, "identities" | "isGrown">> {
  if (!identities) return { identities: visitorIdentities(visitorId), isGrown: false };
  const stored = readIdentities(identities);
  const joined = mergeIdentities([stored, await findIdentities(store, visitorId)]);
  return { identities: joined, isGrown: countNames(joined) > countNames(stored) };
}
