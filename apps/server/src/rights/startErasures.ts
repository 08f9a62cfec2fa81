import { type Milliseconds, ONE_SECOND, type Timestamp } from "@marquee/contract";
import { eq, isNull } from "drizzle-orm";
import type { Logger } from "pino";
import type { EventStore } from "../storage/events/eventStore.ts";
import type { RecordsDatabase } from "../storage/records/records.ts";
import { erasures } from "../storage/records/schema.ts";
import type { Spool } from "../storage/spool/spool.ts";
import { eraseVisitor } from "./eraseVisitor.ts";

/** Deletes visitors' events on request: at once, and again when what was still under way has arrived. */
export interface Erasures {
  /** Resolves once the request is kept; it is carried out soon after, over restarts too. */
  request(visitorId: string, requestedBy: string): Promise<void>;
  stop(): Promise<void>;
}

interface ErasuresOptions {
  db: RecordsDatabase;
  eventStore: Pick<EventStore, "command">;
  spool: Pick<Spool, "depth">;
  now: () => Timestamp;
  log: Logger;
  interval?: Milliseconds;
}

/** A request that the browser had sent before the withdrawal has arrived by then, and so has what another tab was sending. */
const SETTLED: Milliseconds = 20 * ONE_SECOND;

type OpenErasure = typeof erasures.$inferSelect;

export function startErasures(options: ErasuresOptions): Erasures {
  const { db, eventStore, spool, now, log, interval = 2 * ONE_SECOND } = options;

  /** Rows that wait in the spool may be the visitor's, so the last deletion follows an empty spool. */
  async function carryOut({ id, visitorId, requestedAt }: OpenErasure): Promise<void> {
    const isLast = now() - requestedAt.getTime() >= SETTLED && spool.depth() === 0;
    await eraseVisitor(eventStore, visitorId);
    if (isLast)
      await db
        .update(erasures)
        .set({ completedAt: new Date(now()) })
        .where(eq(erasures.id, id));
  }

  async function carryOutAll(): Promise<void> {
    try {
      const open = await db.select().from(erasures).where(isNull(erasures.completedAt));
      for (const erasure of open) await carryOut(erasure);
    } catch (error) {
      log.warn({ err: error }, "Visitors' events could not be deleted yet; it is tried again.");
    }
  }

  let isStopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  const loop = () => {
    running = carryOutAll().then(() => {
      if (!isStopped) timer = setTimeout(loop, interval);
    });
  };
  loop();
  return {
    async request(visitorId, requestedBy) {
      await db.insert(erasures).values({ visitorId, requestedBy, requestedAt: new Date(now()) });
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
