import type { ExclusionReason } from "@marquee/contract";
import type { Site } from "@marquee/contract/schema";
import fastify, { type FastifyInstance } from "fastify";
import type { RumCopies } from "../domains/connections/startRumCopies.ts";
import { createIngestBudgets } from "../ingest/budgets/ingestBudgets.ts";
import { createTrustedSenders } from "../ingest/budgets/trustedSenders.ts";
import type { CollectedRequest } from "../ingest/collectedRequest.ts";
import { collectRoutes } from "../ingest/collectRoutes.ts";
import { createMemoryBudget, type MemoryBudget } from "../ingest/memoryBudget.ts";
import { createReceiver, type Receive, type ReceiverOptions } from "../ingest/process/receiver.ts";
import type { Config } from "../platform/config/config.ts";
import type { AllowedOrigins } from "../platform/http/origin.ts";
import type { Countries } from "../platform/visitor/countries.ts";
import { NO_BUDGETS } from "./ingestLimits.ts";
import { silent } from "./startTestStores.ts";

const testSite: Site = {
  id: "trellis.example",
  hosts: ["trellis.example"],
  timeZone: "UTC",
  weekStart: 1,
  excludedAddresses: [],
};

interface CollectServerOptions extends Partial<Omit<ReceiverOptions, "config" | "budget" | "log">> {
  customers?: ReceiverOptions["config"]["customers"];
  keptParameters?: string[];
  retentionDays?: number;
  /** Memory budget for arriving bodies. */
  budget?: MemoryBudget;
  /** Memory budget for bodies being read. */
  ingestBudget?: MemoryBudget;
  countries?: Countries;
  /** Why every sender's events are not stored. */
  exclusion?: ExclusionReason;
  site?: Site;
  allowedOrigins?: AllowedOrigins;
  copies?: Pick<RumCopies, "isWanted" | "add">;
  /** Budgets of networks; none by default. */
  budgets?: Config["ingestBudgets"];
  trustedSenders?: string[];
  serverKey?: string;
  /** Called with each request passed on to the ingest process. */
  onReceive?: (request: CollectedRequest) => void;
}

/** The routes for events, with the write key "local", on parts that a test can watch. Without spools, rows are lost. */
export async function createCollectServer(options: CollectServerOptions = {}): Promise<FastifyInstance> {
  const lost = { append: async (rows: readonly unknown[]) => ({ accepted: rows.length, duplicates: 0 }) };
  const {
    now = Date.now,
    spool = lost,
    recordings = { spool: lost },
    rejections = { record: () => undefined },
    counters = { add: () => undefined },
    customers = { groupIds: [], domains: [] },
    keptParameters = [],
    retentionDays = null,
    budget = createMemoryBudget({ now }),
    ingestBudget = createMemoryBudget({ now }),
    countries = { codeOf: () => "" },
    exclusion = null,
    site = testSite,
    allowedOrigins = new Set(),
    copies = { isWanted: () => false, add: () => undefined },
    budgets = NO_BUDGETS,
    trustedSenders = [],
    serverKey = null,
    onReceive = () => undefined,
  } = options;
  const config = {
    writeKey: "local",
    clientKey: "sdk-local",
    customers,
    keptParameters,
    retentionDays,
    trustedSenders,
    serverKey,
  };
  const watched = { rejections, counters, now, log: silent };
  const receiver = createReceiver({ ...watched, config, spool, recordings, budget: ingestBudget });
  const receive: Receive = (request, wire) => {
    onReceive(request);
    return receiver(request, wire);
  };
  const trusted = createTrustedSenders(config);
  const server = fastify();
  const senders = {
    countries,
    exclusionOf: async () => exclusion,
    site: { current: () => site, publicHost: site.id },
    trusted,
    budgets: createIngestBudgets({ budgets, trusted, counters, now }),
  };
  await server.register(
    collectRoutes({ ...watched, ingest: { receive }, budget, copies, senders, allowedOrigins }),
  );
  return server;
}
