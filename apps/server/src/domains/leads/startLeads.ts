import type { KnownCustomers } from "@marquee/contract";
import type { Platform } from "../../platform/platform.types.ts";
import type { Connections } from "../connections/startConnections.ts";
import type { HashEmail } from "../people/identities/names.ts";
import type { CurrentSite } from "../site/startSite.ts";
import { createLeadSenders } from "./deliveries/leadSenders.ts";
import { type Deliveries, startDeliveries } from "./deliveries/startDeliveries.ts";
import { type LeadStorage, startLeadStorage } from "./startLeadStorage.ts";

interface LeadsOptions extends Platform {
  connections: Connections;
  customers: KnownCustomers;
  site: CurrentSite;
  hashEmail: HashEmail;
}

/** Leads: their storage, and their delivery to other systems. */
export interface Leads {
  storage: LeadStorage;
  deliveries: Deliveries;
}

export function startLeads(options: LeadsOptions): Leads {
  const { config, started } = options;
  const senders = createLeadSenders({ ...options, consoleUrl: config.consoleUrl });
  const deliveries = started(startDeliveries({ ...options, senders }));
  const storage = started(startLeadStorage({ ...options, deliveries, dataDir: config.dataDir }));
  return { storage, deliveries };
}
