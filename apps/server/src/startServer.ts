import { setTimeout as sleep } from "node:timers/promises";
import { type Milliseconds, ONE_SECOND } from "@marquee/contract";
import type { FastifyServerFactory } from "fastify";
import type { Logger } from "pino";
import { type App, createApp } from "./app.ts";
import { ensureOwner } from "./domains/accounts/accounts.ts";
import { announceSetup } from "./domains/accounts/announceSetup.ts";
import { ensureEnvironmentKey } from "./domains/apiKeys/environmentKey.ts";
import { backupHandlers } from "./domains/backup/backupSocket.ts";
import { createBackup } from "./domains/backup/createBackup.ts";
import { environmentConnections } from "./domains/connections/environmentConnections.ts";
import { loadSecretsKeys } from "./domains/connections/secretsKey.ts";
import { startConnections } from "./domains/connections/startConnections.ts";
import { followContentful } from "./domains/content/contentful/startContentful.ts";
import { hiddenPaths } from "./domains/content/hiddenPages.ts";
import { followIncludedRevision } from "./domains/content/includedRevision.ts";
import type { PublishedSiteContent } from "./domains/content/siteContent.ts";
import { startContent } from "./domains/content/startContent.ts";
import { listExperiments } from "./domains/experiments/experimentStore.ts";
import { followFlagFile } from "./domains/flags/flagFile.ts";
import { moveBanner } from "./domains/flags/moveBanner.ts";
import { followRemoteFeatures } from "./domains/flags/remote/startRemoteFeatures.ts";
import { startFlags } from "./domains/flags/startFlags.ts";
import { METRICS_SETTINGS, openMetricsServer } from "./domains/monitoring/metrics/openMetricsServer.ts";
import { startPublishing } from "./domains/publishing/startPublishing.ts";
import { explainFailure } from "./explainFailure.ts";
import type { Ingest } from "./ingest/process/ingest.ts";
import { openIngest, spawnIngest } from "./ingest/process/startIngest.ts";
import { type Config, variableNames } from "./platform/config/config.ts";
import { findMistyped } from "./platform/config/mistypedVariables.ts";
import { outdatedNode } from "./platform/config/outdatedNode.ts";
import type { AddressPolicy } from "./platform/http/addressPolicy.ts";
import { openCommandSocket } from "./platform/http/commandSocket.ts";
import { consoleLink } from "./platform/http/consoleLink.ts";
import { holdPort } from "./platform/http/holdPort.ts";
import { hasOwnHost } from "./platform/http/hosts.ts";
import type { ServedFiles } from "./platform/siteBuild/builds.ts";
import type { SiteBundle } from "./platform/siteBuild/siteBundle.ts";
import { prepareDataDir } from "./platform/storage/dataDir.ts";
import { checkOpenFiles } from "./platform/storage/openFiles.ts";
import { recordBackup } from "./platform/storage/records/backups.ts";
import { whenOpen } from "./platform/storage/records/whenOpen.ts";
import { openStores, type ProcessEntry, type ServerVersion, type Stores } from "./platform/storage/stores.ts";

/** The parts that differ between production and development. */
export interface ServerParts {
  config: Config;
  log: Logger;
  bundle: SiteBundle;
  siteContent: PublishedSiteContent;
  files: ServedFiles | null;
  serverFactory?: FastifyServerFactory;
  eventProcess: ProcessEntry;
  ingestProcess: ProcessEntry;
  version: ServerVersion;
  migrationsFolder: string;
  preparedFolder: string | null;
  /** Folder with the site's content files: pages, copy, flags. */
  contentDir: string;
  /** The content folder of the product, for files missing from `contentDir`. */
  baseDir: string;
}

/** Time limit for a shutdown. A timeout loses no acknowledged events, because they are already in the spool. */
const STOP_DEADLINE = 10 * ONE_SECOND;

/**
 * Starts the server, prints its URLs and handles stop signals. Serves pages while the stores are still starting, or can't be reached. Prints the reason and exits
 * with code 1 if the start fails, even if a store turns out to be unusable later.
 */
export async function startServer(prepare: () => Promise<ServerParts>): Promise<App> {
  let dataDir: string | null = null;
  try {
    const parts = await prepare();
    const { config, log } = parts;
    dataDir = config.dataDir;
    warnOfSettings(log);
    checkOpenFiles();
    const letGoOfPorts = await holdPorts(config);
    prepareDataDir(config.dataDir);
    const child = spawnIngest(parts.ingestProcess);
    const { stores, started } = await openStores(parts, await loadSecretsKeys(config));
    const { ingest, started: receiving } = openIngest({ ...parts, ...stores, child });
    const broken = firstFailure([stores.records.opened, started, receiving]);
    const stopper = createStopper({ stores, ingest, delay: config.shutdownDelay, log });
    try {
      const starting = createServer(parts, stores, ingest).then((app) =>
        listen(parts, app, { stores, ingest, stopper, letGoOfPorts }),
      );
      const app = await Promise.race([starting, broken]);
      broken.catch((error: unknown) => {
        // A stopped start also fails.
        if (stopper.isStopping()) return;
        console.error(explainFailure(error, dataDir));
        stopper.stop(app, error);
      });
      return app;
    } catch (error) {
      // Report the original error, not a later one from stopping the stores.
      await stopper
        .stopStores()
        .catch((stopError: unknown) => log.error({ err: stopError }, "Failed to stop the stores."));
      throw error;
    }
  } catch (error) {
    console.error(explainFailure(error, dataDir));
    process.exit(1);
  }
}

/** Warns about settings that work today but will cause problems later. */
function warnOfSettings(log: Logger): void {
  for (const { name, meant } of findMistyped(process.env, variableNames()))
    log.warn(`${name} is not a setting, and has no effect. Did you mean ${meant}?`);
  const problem =
    process.env.NODE_ENV === "production" ? outdatedNode(process.versions.node, new Date()) : null;
  if (problem) log.warn(problem);
}

/** Rejects when one of the tasks does; never resolves. */
function firstFailure(tasks: readonly Promise<unknown>[]): Promise<never> {
  return new Promise((_, reject) => {
    for (const task of tasks) task.catch(reject);
  });
}

/**
 * Holds the ports until the server listens, starting before anything is written. @returns a function that releases them.
 */
async function holdPorts({ port, host, metrics }: Config): Promise<() => Promise<void>> {
  const settings = METRICS_SETTINGS;
  const held = [
    await holdPort({ port, host }),
    ...(metrics ? [await holdPort({ ...metrics, settings })] : []),
  ];
  return async () => {
    for (const letGo of held) await letGo();
  };
}

interface Running {
  stores: Stores;
  ingest: Ingest;
  stopper: Stopper;
  letGoOfPorts: () => Promise<void>;
}

async function listen(parts: ServerParts, app: App, running: Running): Promise<App> {
  const { stores, ingest, stopper, letGoOfPorts } = running;
  const { config, log } = parts;
  const { dataDir } = config;
  const handlers = {
    ...backupHandlers({
      backup: (target) => createBackup({ ...stores, ingest, dataDir, now: Date.now }, target),
      note: (archive) => recordBackup(stores.records.db, archive),
      log,
    }),
    ...app.eraseHandlers,
  };
  const closeSocket = await openCommandSocket({ dataDir, handlers, log });
  app.server.addHook("onClose", async () => closeSocket());
  await letGoOfPorts();
  const metrics =
    config.metrics && app.metrics
      ? await openMetricsServer({ ...config.metrics, metrics: app.metrics, log })
      : null;
  if (metrics) app.server.addHook("onClose", metrics.close);
  await app.server.listen({ port: config.port, host: config.host });
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      log.info({ signal }, "Stopping.");
      stopper.stop(app, null);
    });
  console.log(`Site     ${config.publicUrl}/`);
  console.log(`Console  ${consoleLink(config.consoleUrl, "/")}`);
  if (metrics) console.log(`Metrics  ${metrics.url}`);
  const { records } = stores;
  await whenOpen({ records, name: "prepare the first account", log }, () =>
    announceSetup({
      db: records.db,
      consoleUrl: config.consoleUrl,
      dataDir: config.dataDir,
      isTerminal: process.stdout.isTTY === true,
      now: Date.now(),
      log,
      print: console.log,
    }),
  );
  return app;
}

/** Builds the server on running stores. It does not listen yet. */
export async function createServer(parts: ServerParts, stores: Stores, ingest: Ingest): Promise<App> {
  const { config, log, contentDir, bundle, siteContent } = parts;
  const { records } = stores;
  await whenOpen({ records, name: "create the accounts of the environment", log }, async () => {
    // Done before the server accepts requests.
    if (config.owner) await ensureOwner(records.db, config.owner, log);
    await ensureEnvironmentKey(records.db, config.apiKey, Date.now());
  });
  const connections = await startConnections({
    records,
    environment: environmentConnections(config),
    keys: await loadSecretsKeys(config),
    policy: addressPolicyOf(config, bundle.isDevelopment),
    hasOwnHost: hasOwnHost(config),
    now: Date.now,
    log,
  });
  const file = await followFlagFile({ contentDir, log });
  const { dataDir, environment } = config;
  const remote = await followRemoteFeatures({ connections, dataDir, log });
  const flags = await startFlags({
    file,
    siteContent,
    records,
    listExperiments: () => listExperiments(records.db),
    remote,
    environment,
    now: Date.now,
    log,
  });
  const content = await startContent({
    contentDir,
    log,
    takenPaths: new Set(bundle.entry.listPages().map(({ path }) => path)),
    hiddenPaths: (overlay) => hiddenPaths(siteContent.files(), bundle.entry.listPageTexts(), overlay),
    remote: await followContentful({ connections, dataDir, log }),
  });
  const included = await followIncludedRevision({ contentDir, log });
  const publishing = await startPublishing({ ...parts, records, content, included });
  await whenOpen({ records, name: "move the banner", log }, async () => {
    if (!(await moveBanner({ db: records.db, publishing, now: Date.now }))) return;
    await publishing.refresh();
    await flags.announce();
  });
  return createApp({ ...parts, stores, ingest, connections, flags, content, publishing });
}

/** In development, tools may run on this machine. */
function addressPolicyOf({ allowPrivateConnections }: Config, isDevelopment: boolean): AddressPolicy {
  if (allowPrivateConnections) return "private";
  return isDevelopment ? "loopback" : "public";
}

interface StopOptions {
  stores: Stores;
  ingest: Ingest;
  /** How long readiness fails before connections are closed. */
  delay: Milliseconds;
  log: Logger;
}

/** Ends the process once. */
interface Stopper {
  isStopping(): boolean;
  /** @param error why the server can't go on; null for a signal. */
  stop(app: App, error: unknown): void;
  /** Stops the started parts after a failed start. */
  stopStores(): Promise<void>;
}

function createStopper({ stores, ingest, delay, log }: StopOptions): Stopper {
  let isStopping = false;
  const hurry = new AbortController();
  const stopStores = async () => {
    await ingest.stop();
    await stores.stop();
  };
  const end = async ({ server, noteStopping }: App, error: unknown) => {
    noteStopping();
    if (error === null) await sleep(delay, undefined, { signal: hurry.signal }).catch(() => undefined);
    setTimeout(() => {
      log.error("Shutdown timed out. All acknowledged events are safe in the spool.");
      process.exit(1);
    }, STOP_DEADLINE).unref();
    // Queries would wait for a store that is still starting.
    if (stores.eventStore.url() === null) await stores.eventStore.stop();
    await server.close();
    await stopStores();
  };
  return {
    isStopping: () => isStopping,
    stopStores,
    stop(app, error) {
      // A second signal ends the delay.
      if (isStopping) return hurry.abort();
      isStopping = true;
      end(app, error).then(
        () => process.exit(error === null ? 0 : 1),
        (stopError: unknown) => {
          log.error({ err: stopError }, "Failed to stop. All acknowledged events are safe in the spool.");
          process.exit(1);
        },
      );
    },
  };
}
