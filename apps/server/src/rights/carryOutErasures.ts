import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { inArray, isNull } from "drizzle-orm";
import type { EventStore } from "../storage/events/eventStore.ts";
import { queryHasEvents } from "../storage/events/queries/hasEvents.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { erasures } from "../storage/records/schema.ts";
import type { Drain } from "../storage/spool/drain.ts";
import type { Spool } from "../storage/spool/spool.ts";
import { erasePeople } from "./erasePeople.ts";
import { findIdentities } from "./findIdentities.ts";
import { type Identities, joinIdentities, onlyId, partByNames } from "./identities.ts";
import { createSpoolMarks } from "./spoolMarks.ts";

export interface ErasureStores {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  drain: Pick<Drain, "between">;
  spool: Pick<Spool, "depth" | "read">;
  now: () => Timestamp;
}

type OpenErasure = typeof erasures.$inferSelect;

/** What a round has to do for somebody: delete at all events, or only what has arrived since it was done. */
interface OpenPerson {
  id: string;
  identities: Identities;
  isFirst: boolean;
  /** Nothing of theirs can be under way any more. */
  isLast: boolean;
}

/** A request that the browser had sent before the withdrawal has arrived by then, and so has what another tab was sending. */
const SETTLED: Milliseconds = 20 * ONE_SECOND;
/** Each statement rewrites whole parts of a table, however many it deletes; so many names make one that is still quickly read. */
const MOST_NAMES_AT_ONCE = 1000;

/**
 * Deletes people at once, many together, again when something of theirs has arrived meanwhile, and for the last time when nothing can be
 * under way any more.
 * @returns a function that goes one such round and tells whether something is left to do. It throws when a store is away.
 */
export function createErasureRounds({ db, eventStore, drain, spool, now }: ErasureStores) {
  const marks = createSpoolMarks(spool);
  const begun = new Set<string>();

  const toOpenPerson = async (erasure: OpenErasure): Promise<OpenPerson> => ({
    id: erasure.id,
    isFirst: !begun.has(erasure.id),
    // The marks come second: they are set once it has settled.
    isLast: now() - erasure.requestedAt.getTime() >= SETTLED && marks.isPast(erasure.id),
    identities: await identitiesOf(eventStore, erasure),
  });

  async function erase(people: readonly OpenPerson[]): Promise<void> {
    const together = joinIdentities(people.map(({ identities }) => identities));
    const isDue = people.some(({ isFirst, isLast }) => isFirst || isLast);
    if (!isDue && !(await queryHasEvents(eventStore, together))) return;
    await erasePeople({ eventStore, drain }, together);
    for (const { id } of people) begun.add(id);
    await complete(people.filter(({ isLast }) => isLast).map(({ id }) => id));
  }

  async function complete(ids: string[]): Promise<void> {
    if (ids.length === 0) return;
    const completedAt = new Date(now());
    await db.update(erasures).set({ completedAt }).where(inArray(erasures.id, ids));
    for (const id of ids) {
      marks.forget(id);
      begun.delete(id);
    }
  }

  return async (): Promise<boolean> => {
    const open = await db.select().from(erasures).where(isNull(erasures.completedAt));
    const people: OpenPerson[] = [];
    for (const erasure of open) people.push(await toOpenPerson(erasure));
    for (const together of partByNames(people, MOST_NAMES_AT_ONCE)) await erase(together);
    return people.some(({ isLast }) => !isLast);
  };
}

/** What arrived since the request may name the person in one more way. */
async function identitiesOf(
  store: Pick<EventStore, "query">,
  { visitorId, identities }: Pick<OpenErasure, "visitorId" | "identities">,
): Promise<Identities> {
  if (!identities) return onlyId(visitorId);
  return joinIdentities([identities, await findIdentities(store, visitorId)]);
}
