import type { Timestamp } from "@marquee/contract";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import type { Config } from "../config/config.ts";
import type { Stores } from "../storage/stores.ts";
import type { Countries } from "../visitor/countries.ts";
import { type Counters, startCounters } from "./counters.ts";
import { createIngest } from "./ingest.ts";
import { createMemoryBudget } from "./memoryBudget.ts";
import { metricRoutes } from "./metricRoutes.ts";
import { startRejections } from "./rejections.ts";
import { replayRoutes } from "./replay/replayRoutes.ts";
import { rumIntakeRoutes } from "./rum/rumRoutes.ts";
import { segmentRoutes } from "./segmentRoutes.ts";
import { settingsRoutes } from "./settingsRoutes.ts";

interface CollectOptions {
  config: Pick<Config, "publicUrl" | "writeKey" | "allowedOrigins" | "customers">;
  stores: Pick<Stores, "spool" | "recordings" | "eventStore">;
  countries: Countries;
  now: () => Timestamp;
  log: Logger;
}

/** Registers all routes that receive events. @returns the counters, which other rooms also use. */
export async function registerCollect(server: FastifyInstance, options: CollectOptions): Promise<Counters> {
  const { config, stores, countries, now, log } = options;
  const { spool, eventStore } = stores;
  const counters = startCounters({
    write: (rows, token) => eventStore.insert("tallies", rows, token),
    now,
    log,
  });
  const rejections = startRejections({
    write: (rows, token) => eventStore.insert("rejected_events", rows, token),
    counters,
    now,
    log,
  });
  server.addHook("onClose", async () => {
    await Promise.all([rejections.stop(), counters.stop()]);
  });

  const { allowedOrigins, customers, writeKey, publicUrl } = config;
  const siteHosts = [new URL(publicUrl).host];
  const ingest = createIngest({ spool, now, siteHosts, countries, customers, rejections, counters });
  const shared = { budget: createMemoryBudget({ now }), rejections, counters, allowedOrigins };
  await server.register(segmentRoutes({ ...shared, ingest, writeKey }));
  const recordings = { ...shared, spool: stores.recordings.spool, writeKey, countries, now };
  await server.register(replayRoutes(recordings));
  await server.register(rumIntakeRoutes(recordings));
  await server.register(metricRoutes({ ...shared, now }));
  await server.register(settingsRoutes({ writeKey, publicUrl, allowedOrigins }));
  return counters;
}
