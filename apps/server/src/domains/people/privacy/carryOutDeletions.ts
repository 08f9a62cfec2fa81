import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, isNull } from "drizzle-orm";
import type { EventStore } from "../../../platform/storage/events/eventStore.ts";
import { isMigrating } from "../../../platform/storage/events/migrations/isMigrating.ts";
import type { RecordedSessions } from "../../../platform/storage/events/queries/recordedSessions.ts";
import { rememberSettledReplays } from "../../../platform/storage/records/deletedReplays.ts";
import type { RecordsDatabase, Transaction } from "../../../platform/storage/records/records.ts";
import type { DrainControl } from "../../../platform/storage/spool/drain.ts";
import { type FormerRows, forgetNames } from "../identities/forgetNames.ts";
import { isOnePerson, limitBrowsers } from "../identities/readPeople.ts";
import type { Identities } from "../identities/startIdentities.ts";
import { queryHasEvents } from "../queries/personTotals.ts";
import { deletionRequests } from "../tables.ts";
import { deletePeople, hasRejected } from "./deletePeople.ts";
import { dropUnusedSessions, readDeletionSessions, storeDeletionSessions } from "./deletionSessions.ts";
import { addNewIdentities, namesOf } from "./findPerson.ts";
import { forgetLeadVisits } from "./forgetLeadVisits.ts";
import { completeDeletion } from "./hashNames.ts";
import {
  countNames,
  mergeIdentities,
  type PersonIdentities,
  readIdentities,
  splitByName,
  visitorIdentities,
} from "./identities.ts";
import { queryOwnReplays } from "./queries/ownReplays.ts";
import { queryHasRecordings } from "./queries/recordedTotals.ts";
import { createSpoolCheckpoints } from "./spoolCheckpoints.ts";

export interface DeletionStores {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  drain: DrainControl;
  recordings: { drain: DrainControl };
  identities: Identities;
  now: () => Timestamp;
}

type PendingDeletion = typeof deletionRequests.$inferSelect;

/** A person whose deletion is pending, as one round sees them. */
interface PendingPerson {
  id: string;
  /** Reference to sessions found earlier, before a restart or by another instance. */
  sessionsId: string | null;
  identities: PersonIdentities;
  /**
   * The scope of the names to look up: everyone with an ID of the request, only those IDs, or everyone who used the visitor's
   * browser.
   */
  scope: "person" | "name" | "browser";
  /** Whether the person has more IDs than the request; traces of these are deleted too. */
  isGrown: boolean;
  /** No data of the person can be in flight any more. */
  isLast: boolean;
}

/** Time after which requests sent by any tab before the withdrawal have arrived. */
const SETTLED: Milliseconds = 20 * ONE_SECOND;
/** IDs per batch. A DELETE rewrites whole table parts however few rows match, so people share one; the limit keeps the statement quick to parse. */
const MAX_NAMES_AT_ONCE = 1000;

/**
 * Carries out the pending deletions in rounds. People are deleted in batches: immediately, again when more of their data has arrived, and a
 * last time when none can be in flight.
 * @returns a function that runs one round and resolves to whether deletions are still pending. After trying all batches it rejects with the
 * first error, for example if a store is down.
 */
export function createDeletionRunner(stores: DeletionStores) {
  const { db, eventStore, drain, recordings, identities, now } = stores;
  const marks = createSpoolCheckpoints(drain);
  const recordingMarks = createSpoolCheckpoints(recordings.drain);

  /** Calls both, without short-circuiting: the first call for an ID sets its checkpoint. */
  const areMarksPast = async (id: string) =>
    (await Promise.all([marks.isPast(id), recordingMarks.isPast(id)])).every(Boolean);

  // Marks are evaluated second, so that the checkpoints are set only after the settling time.
  const isLast = async ({ id, requestedAt }: PendingDeletion) =>
    now() - requestedAt.getTime() >= SETTLED && (await areMarksPast(id));

  async function readPending(): Promise<PendingPerson[]> {
    const open = await db.select().from(deletionRequests).where(isNull(deletionRequests.completedAt));
    if (open.length === 0) return [];
    const last = new Set<string>();
    // A migration may still copy what is deleted now.
    const isMoving = await isMigrating(eventStore);
    for (const request of open) if (!isMoving && (await isLast(request))) last.add(request.id);
    // Done afterward, so that the last round has the names in all events that were in flight.
    await identities.catchUp();
    const people: PendingPerson[] = [];
    for (const request of open) {
      const { id, sessionsId } = request;
      people.push({ ...(await identitiesOf(stores, request)), id, sessionsId, isLast: last.has(id) });
    }
    return people;
  }

  /** @returns the IDs of the requests that are complete. */
  async function deleteData(people: readonly PendingPerson[]): Promise<string[]> {
    const together = mergeIdentities(people.map(({ identities }) => identities));
    const last = people.filter(({ isLast }) => isLast);
    // Late RUM events may be linked to the person by their session ID only.
    const mayBeLate = last.some(({ sessionsId }) => sessionsId !== null);
    // A DELETE without matches costs as much as one with matches, so check first.
    const isStored =
      mayBeLate || (await hasAny(together)) || (last.length > 0 && (await hasRejected(eventStore, together)));
    if (isStored) await deleteStored(people, together);
    await forgetLeadVisits(db, [...together.ids, ...together.anonymousIds, ...together.browsers]);
    const grown = await forget(people);
    const completed = last.map(({ id }) => id).filter((id) => !grown.has(id));
    await complete(last.filter(({ id }) => !grown.has(id)));
    return completed;
  }

  /**
   * Removes the names after the data. @returns the IDs of the requests whose people have more names than known before; the next round deletes the
   * data under those.
   */
  async function forget(people: readonly PendingPerson[]): Promise<ReadonlySet<string>> {
    const anonymousIds = people
      .filter(({ scope }) => scope === "browser")
      .flatMap((person) => person.identities.anonymousIds);
    const options = { eventStore, db, hashEmail: identities.hashEmail };
    if (anonymousIds.length > 0) await forgetNames(options, { names: [], browsers: [], anonymousIds });
    const grown = new Set<string>();
    for (const { id, scope, identities: requested } of people) {
      if (scope === "browser") continue;
      const names = namesOf(requested, identities.hashEmail);
      const deleted = {
        names,
        browsers: requested.browsers,
        anonymousIds: [...requested.ids, ...requested.anonymousIds],
      };
      await forgetNames(options, deleted, async (tx, rows) => {
        const more = scope === "person" ? namesBesides(requested, rows) : null;
        if (!more) return;
        await saveIdentities(tx, id, mergeIdentities([requested, more]));
        grown.add(id);
      });
    }
    return grown;
  }

  const hasAny = async (people: PersonIdentities) =>
    (await queryHasEvents(eventStore, people)) || (await queryHasRecordings(eventStore, people));

  async function deleteStored(people: readonly PendingPerson[], together: PersonIdentities): Promise<void> {
    const ids = people.map(({ id }) => id);
    const storedSessions = await readDeletionSessions(
      db,
      people.map(({ sessionsId }) => sessionsId),
    );
    const remember = async (sessions: RecordedSessions) => {
      await storeDeletionSessions(db, ids, sessions);
      // Their browsers may send parts of these recordings even long after the deletion.
      await rememberSettledReplays(db, await queryOwnReplays(eventStore, together, sessions), now());
      for (const { id, identities, isGrown } of people) if (isGrown) await saveIdentities(db, id, identities);
    };
    await deletePeople({ eventStore, drain, recordings }, together, storedSessions, remember);
  }

  async function complete(people: readonly PendingPerson[]): Promise<void> {
    if (people.length === 0) return;
    const completedAt = new Date(now());
    await db.transaction(async (tx) => {
      for (const person of people)
        await completeDeletion(tx, { ...person, completedAt }, identities.hashEmail);
    });
    await dropUnusedSessions(db);
    for (const { id } of people) {
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
    const people = await readPending();
    const completed: string[] = [];
    const failures: unknown[] = [];
    const attempt = async (together: readonly PendingPerson[]): Promise<void> => {
      try {
        completed.push(...(await deleteData(together)));
      } catch (error) {
        failures.push(error);
        // One person whose data cannot be deleted must not block the others, so retry them one by one unless the store is down.
        if (together.length === 1 || (await isAway())) return;
        for (const person of together) await attempt([person]);
      }
    };
    for (const together of splitByName(people, MAX_NAMES_AT_ONCE)) await attempt(together);
    if (failures.length > 0) throw failures[0];
    return completed.length < people.length;
  };
}

/** Identities to delete. Events that arrived since the request may link the person to more IDs; a withdrawal covers its anonymous ID only. */
async function identitiesOf(
  stores: DeletionStores,
  { visitorId, identities }: Pick<PendingDeletion, "visitorId" | "identities">,
): Promise<Pick<PendingPerson, "identities" | "isGrown" | "scope">> {
  if (!identities) return { identities: visitorIdentities(visitorId), isGrown: false, scope: "browser" };
  const stored = readIdentities(identities);
  if (identities.isExact) return { identities: stored, isGrown: false, scope: "name" };
  const joined = await addNewIdentities(stores, stored);
  return { identities: joined, isGrown: countNames(joined) > countNames(stored), scope: "person" };
}

/** Names in the person's rows that are not in `requested`; null if there are none or too many for one person. */
function namesBesides(requested: PersonIdentities, rows: FormerRows): PersonIdentities | null {
  const valuesOf = (kind: FormerRows[number]["kind"], listed: readonly string[]) =>
    rows.filter((row) => row.kind === kind && !listed.includes(row.value)).map(({ value }) => value);
  const browsers = valuesOf("anonymous", [
    ...requested.browsers,
    ...requested.ids,
    ...requested.anonymousIds,
  ]);
  const more = readIdentities({
    ids: valuesOf("user", requested.ids),
    browsers: limitBrowsers([...requested.browsers, ...browsers]).slice(requested.browsers.length),
    emailHashes: valuesOf("email", requested.emailHashes),
    leads: valuesOf("lead", requested.leads),
  });
  const names = rows.filter(({ kind }) => kind === "user" || kind === "email").length;
  return countNames(more) > 0 && isOnePerson(names) ? more : null;
}

async function saveIdentities(
  tx: Pick<Transaction, "update">,
  id: string,
  identities: PersonIdentities,
): Promise<void> {
  await tx.update(deletionRequests).set({ identities }).where(eq(deletionRequests.id, id));
}
