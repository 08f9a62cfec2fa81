import type { AddressInfo } from "node:net";
import type { RouteOptions } from "fastify";
import type { Logger } from "pino";
import { type App, createApp } from "../app.ts";
import { environmentConnections } from "../domains/connections/environmentConnections.ts";
import { listExperiments } from "../domains/experiments/experimentStore.ts";
import { startFlags } from "../domains/flags/startFlags.ts";
import { startPublishing } from "../domains/publishing/startPublishing.ts";
import { createIngest, type Ingest } from "../ingest/process/ingest.ts";
import { startIngest } from "../ingest/process/startIngest.ts";
import { readConfig } from "../platform/config/config.ts";
import type { SiteBundle } from "../platform/siteBuild/siteBundle.ts";
import type { Stores } from "../platform/storage/stores.ts";
import { ingestProcess } from "./eventProcess.ts";
import { minimalFlagFile } from "./minimalFlags.ts";
import { minimalSite } from "./minimalSite.ts";
import { startTestConnections } from "./startTestConnections.ts";
import { openStoresOnly, silent, startTestStores, type TestStores } from "./startTestStores.ts";

/** The server with a minimal site, on real stores, listening on its own port. */
export interface TestApp {
  app: App;
  stores: TestStores;
  url: string;
  stop(): Promise<void>;
}

interface WholeApp extends Omit<TestApp, "stores"> {
  stores: Stores;
  ingest: Ingest;
}

interface TestAppOptions<UsedStores> {
  dataDir: string;
  /** The app stops them. By default, own ones in `dataDir`, or on the servers that `env` names. */
  stores?: UsedStores;
  env?: Record<string, string>;
  /** 0 for any free port. */
  port?: number;
  log?: Logger;
  /** Built files; none by default. */
  files?: Parameters<typeof createApp>[0]["files"];
  bundle?: SiteBundle;
  onRoute?: (route: RouteOptions) => void;
  /** The app's clock. */
  now?: () => number;
}

/** Starts the server and receives events in its process. A second start with the same `dataDir` keeps the stored data. */
export async function startTestApp(options: TestAppOptions<TestStores>): Promise<TestApp> {
  const { dataDir, env = {}, log = silent } = options;
  const config = readConfig(env);
  const stores = options.stores ?? (await startTestStores(dataDir, config));
  const ingest = createIngest({
    config,
    spools: stores.spools,
    writer: stores.eventStore,
    now: Date.now,
    log,
  });
  return { ...(await listen(options, stores, ingest)), stores };
}

/** Starts the server as in production: another process receives events, and servers that can't be reached are waited for. */
export async function startWholeApp(options: TestAppOptions<Stores>): Promise<WholeApp> {
  const { dataDir, env = {}, log = silent } = options;
  const config = { ...readConfig(env), dataDir };
  const stores = options.stores ?? (await openStoresOnly(dataDir, config));
  const ingest = await startIngest({ ...stores, config, ingestProcess, log });
  return { ...(await listen(options, stores, ingest)), stores, ingest };
}

async function listen(options: TestAppOptions<Stores>, stores: Stores, ingest: Ingest) {
  const { dataDir, env = {}, port = 0, log = silent, files = null, bundle = minimalSite.bundle } = options;
  const { onRoute, now } = options;
  const config = { ...readConfig(env), dataDir };
  const flags = await startFlags({
    ...stores,
    listExperiments: () => listExperiments(stores.records.db),
    file: minimalFlagFile,
    siteContent: minimalSite.siteContent,
    environment: config.environment,
    now: Date.now,
    log,
  });
  const connections = await startTestConnections(stores, { environment: environmentConnections(config) });
  const { siteContent, content } = minimalSite;
  const publishing = await startPublishing({ ...stores, siteContent, content, bundle, log });
  const app = await createApp({
    config,
    stores,
    ingest,
    connections,
    flags,
    files,
    bundle,
    log,
    content,
    siteContent,
    publishing,
    contentDir: dataDir,
    baseDir: dataDir,
    ...(onRoute && { onRoute }),
    ...(now && { now }),
  });
  await app.server.listen({ port, host: "127.0.0.1" });
  return {
    app,
    url: `http://127.0.0.1:${(app.server.server.address() as AddressInfo).port}`,
    async stop() {
      await app.server.close();
      await ingest.stop();
      await stores.stop();
    },
  };
}
