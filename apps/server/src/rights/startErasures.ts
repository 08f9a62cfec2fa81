import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import type { EventStore } from "../storage/events/eventStore.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { erasures } from "../storage/records/schema.ts";
import type { Drain } from "../storage/spool/drain.ts";
import type { Spool } from "../storage/spool/spool.ts";
import { erasePerson } from "./erasePerson.ts";
import { findIdentities } from "./findIdentities.ts";
import { type Identities, joinIdentities, onlyId } from "./identities.ts";
import { createSpoolMarks } from "./spoolMarks.ts";

/** Deletes people's events on request: at once, and again when what was still under way has arrived. */
export interface Erasures {
  /**
   * Resolves once the request is kept; it is carried out soon after, over restarts too.
   * @param subject the id or address that was named. @param identities its other names; null where it alone is meant.
   */
  request(subject: string, requestedBy: string, identities?: Identities | null): Promise<void>;
  stop(): Promise<void>;
}

interface ErasuresOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command" | "query">;
  drain: Pick<Drain, "between">;
  spool: Pick<Spool, "depth" | "read">;
  now: () => Timestamp;
  log: Logger;
  interval?: Milliseconds;
}

/** A request that the browser had sent before the withdrawal has arrived by then, and so has what another tab was sending. */
const SETTLED: Milliseconds = 20 * ONE_SECOND;

type OpenErasure = typeof erasures.$inferSelect;

/** What arrived since the request may name the person in one more way. */
async function identitiesOf(
  store: Pick<EventStore, "query">,
  { visitorId, identities }: Pick<OpenErasure, "visitorId" | "identities">,
): Promise<Identities> {
  if (!identities) return onlyId(visitorId);
  return joinIdentities(identities, await findIdentities(store, visitorId));
}

export function startErasures(options: ErasuresOptions): Erasures {
  const { db, eventStore, drain, spool, now, log, interval = 2 * ONE_SECOND } = options;

  const marks = createSpoolMarks(spool);

  /**
   * Rows that wait in the spool may be the person's, so the last deletion follows when what waited has been moved.
   * @returns whether this was the last one.
   */
  async function carryOut({ id, requestedAt, ...erasure }: OpenErasure): Promise<boolean> {
    const isLast = now() - requestedAt.getTime() >= SETTLED && marks.isPast(id);
    await erasePerson({ eventStore, drain }, await identitiesOf(eventStore, erasure));
    const completedAt = new Date(now());
    if (!isLast) return false;
    await db.update(erasures).set({ completedAt }).where(eq(erasures.id, id));
    marks.forget(id);
    return true;
  }

  /** @returns whether something is left to do. */
  async function carryOutAll(): Promise<boolean> {
    let isLeft = false;
    try {
      const open = await db.select().from(erasures).where(isNull(erasures.completedAt));
      for (const erasure of open) if (!(await carryOut(erasure))) isLeft = true;
    } catch (error) {
      log.warn({ err: error }, "Visitors' events could not be deleted yet; it is tried again.");
      return true;
    }
    return isLeft;
  }

  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  /** Goes round as long as something is open, and rests when nothing is. */
  const round = async () => {
    clearTimeout(timer);
    if (isStopped || !(await carryOutAll()) || isStopped) return;
    timer = setTimeout(wake, interval);
  };
  const wake = () => {
    running = running.then(round);
  };
  wake();
  return {
    async request(visitorId, requestedBy, identities = null) {
      const requestedAt = new Date(now());
      await db.insert(erasures).values({ visitorId, requestedBy, requestedAt, identities });
      wake();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
