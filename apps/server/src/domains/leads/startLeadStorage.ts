import { join } from "node:path";
import { type LeadCopies, type LeadCopiesOptions, startLeadCopies } from "./copies/startLeadCopies.ts";
import type { Deliveries } from "./deliveries/startDeliveries.ts";
import { type LeadSpool, startLeadSpool } from "./leadSpool.ts";
import { type InsertOptions, insertWaitingLead } from "./leadStore.ts";

/**
 * Storage of leads: on disk until the record store accepts them, in the record store, and as copies in the
 * event store.
 */
export interface LeadStorage {
  spool: LeadSpool;
  copies: Pick<LeadCopies, "wake">;
  /** Call it after a lead was stored. */
  onStored(): void;
  stop(): Promise<void>;
}

interface LeadStorageOptions extends LeadCopiesOptions, InsertOptions {
  dataDir: string;
  deliveries: Pick<Deliveries, "wake">;
}

export function startLeadStorage(options: LeadStorageOptions): LeadStorage {
  const { dataDir, deliveries, log } = options;
  const copies = startLeadCopies(options);
  const onStored = () => {
    copies.wake();
    deliveries.wake();
  };
  const spool = startLeadSpool({
    dir: join(dataDir, "spool-leads"),
    store: ({ lead, origin }) => insertWaitingLead(options, lead, origin),
    onStored,
    log,
  });
  return {
    spool,
    copies,
    onStored,
    async stop() {
      await spool.stop();
      await copies.stop();
    },
  };
}
