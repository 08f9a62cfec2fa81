import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, inArray, isNull } from "drizzle-orm";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryHasEvents } from "../storage/events/queries/personTotals.ts";
import type { RecordedSessions } from "../storage/events/queries/privacy/recordedSessions.ts";
import { queryHasRecordings } from "../storage/events/queries/privacy/recordedTotals.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { erasures } from "../storage/records/schema.ts";
import type { Drain } from "../storage/spool/drain.ts";
import type { RecordingSpool } from "../storage/spool/recordingSpool.ts";
import type { Spool } from "../storage/spool/spool.ts";
import { deletePeople, hasRejected } from "./deletePeople.ts";
import { dropUnusedSessions, readDeletionSessions, storeDeletionSessions } from "./erasureSessions.ts";
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

export interface ErasureStores {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  drain: Pick<Drain, "between">;
  spool: Pick<Spool, "depth" | "read">;
  recordings: { drain: Pick<Drain, "between">; spool: Pick<RecordingSpool["spool"], "depth" | "read"> };
  now: () => Timestamp;
}

type PendingDeletion = typeof erasures.$inferSelect;

/** What a run has to do for a person: delete everything, or only what arrived since the last run. */
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

/** A request that the browser had sent before the withdrawal has arrived by then, and so has what another tab was sending. */
const SETTLED: Milliseconds = 20 * ONE_SECOND;
/** Each statement rewrites whole parts of a table, however many it deletes; so many names make one that is still quickly read. */
const MAX_NAMES_AT_ONCE = 1000;

/**
 * Deletes people at once, many together, again when something of theirs has arrived meanwhile, and for the last time when nothing can be
 * under way any more.
 * @returns a function that goes one such round and tells whether something is left to do. It throws when a store is away.
 */
export function createDeletionRunner({ db, eventStore, drain, spool, recordings, now }: ErasureStores) {
  const marks = createSpoolCheckpoints(spool);
  const recordingMarks = createSpoolCheckpoints(recordings.spool);

  /** Both are asked, so that both are set at once. */
  const areMarksPast = (id: string) => [marks.isPast(id), recordingMarks.isPast(id)].every(Boolean);

  const toOpenPerson = async (erasure: PendingDeletion): Promise<PendingPerson> => ({
    ...(await namesOf(eventStore, erasure)),
    id: erasure.id,
    sessionsId: erasure.sessionsId,
    // The marks come second: they are set once it has settled.
    isLast: now() - erasure.requestedAt.getTime() >= SETTLED && areMarksPast(erasure.id),
  });

  async function erase(people: readonly PendingPerson[]): Promise<void> {
    const together = mergeIdentities(people.map(({ identities }) => identities));
    const last = people.filter(({ isLast }) => isLast);
    // Monitoring that arrives late is known by its session alone.
    const mayBeLate = last.some(({ sessionsId }) => sessionsId !== null);
    // Deleting nothing costs as much as deleting something.
    const isStored =
      mayBeLate || (await hasAny(together)) || (last.length > 0 && (await hasRejected(eventStore, together)));
    if (isStored) await eraseStored(people, together);
    await complete(last.map(({ id }) => id));
  }

  const hasAny = async (people: Identities) =>
    (await queryHasEvents(eventStore, people)) || (await queryHasRecordings(eventStore, people));

  async function eraseStored(people: readonly PendingPerson[], together: Identities): Promise<void> {
    const ids = people.map(({ id }) => id);
    const known = await readDeletionSessions(
      db,
      people.map(({ sessionsId }) => sessionsId),
    );
    const remember = async (found: RecordedSessions) => {
      await storeDeletionSessions(db, ids, found);
      for (const { id, identities, isGrown } of people)
        if (isGrown) await db.update(erasures).set({ identities }).where(eq(erasures.id, id));
    };
    await deletePeople({ eventStore, drain, recordings }, together, known, remember);
  }

  async function complete(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const completedAt = new Date(now());
    await db.update(erasures).set({ completedAt, sessionsId: null }).where(inArray(erasures.id, ids));
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
    const open = await db.select().from(erasures).where(isNull(erasures.completedAt));
    const people: PendingPerson[] = [];
    for (const erasure of open) people.push(await toOpenPerson(erasure));
    const failures: unknown[] = [];
    const attempt = async (together: readonly PendingPerson[]): Promise<void> => {
      try {
        await erase(together);
      } catch (error) {
        failures.push(error);
        // One person whose data cannot be deleted must not block the others, unless the store is down for everybody.
        if (together.length === 1 || (await isAway())) return;
        for (const person of together) await attempt([person]);
      }
    };
    for (const together of splitByName(people, MAX_NAMES_AT_ONCE)) await attempt(together);
    if (failures.length > 0) throw failures[0];
    return people.some(({ isLast }) => !isLast);
  };
}

/** What arrived since the request may name the person in one more way. */
async function namesOf(
  store: Pick<EventStore, "query">,
  { visitorId, identities }: Pick<PendingDeletion, "visitorId" | "identities">,
): Promise<Pick<PendingPerson, "identities" | "isGrown">> {
  if (!identities) return { identities: visitorIdentities(visitorId), isGrown: false };
  const stored = readIdentities(identities);
  const joined = mergeIdentities([stored, await findIdentities(store, visitorId)]);
  return { identities: joined, isGrown: countNames(joined) > countNames(stored) };
}
