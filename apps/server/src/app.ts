import type { SiteContent } from "@marquee/contract";
import { CONTENT_API, type InstanceReport } from "@marquee/contract/schema";
import type { FastifyInstance, FastifyServerFactory, RouteOptions } from "fastify";
import type { Logger } from "pino";
import { contentApi } from "./api/contentApi.ts";
import { registerOpenApi } from "./api/openApi.ts";
import { queryRoutes } from "./api/queryRoutes.ts";
import { consoleRoutes } from "./console/consoleRoutes.ts";
import { createHttpServer } from "./createHttpServer.ts";
import { staffBrowserRoutes } from "./domains/accounts/console/staffBrowserRoutes.ts";
import { createSecurityLog } from "./domains/accounts/securityLog.ts";
import { createSignedInCheck } from "./domains/accounts/signedInBrowsers.ts";
import { startSnapshotCleanup } from "./domains/backup/startSnapshotCleanup.ts";
import { followKnownCustomers } from "./domains/connections/followKnownCustomers.ts";
import type { Connections } from "./domains/connections/startConnections.ts";
import { startRumCopies } from "./domains/connections/startRumCopies.ts";
import { consentRoutes } from "./domains/consent/consentRoutes.ts";
import type { Followed } from "./domains/content/followContent.ts";
import type { Content } from "./domains/content/startContent.ts";
import { createExperimentDependencies } from "./domains/experiments/experimentParts.ts";
import { upgradeTexts } from "./domains/experiments/upgradeTexts.ts";
import { createFindPage } from "./domains/flags/findPage.ts";
import { protocolRoutes } from "./domains/flags/protocol/protocolRoutes.ts";
import type { Flags } from "./domains/flags/startFlags.ts";
import { readDefinitions } from "./domains/goals/readDefinitions.ts";
import { registerPictures } from "./domains/images/registerPictures.ts";
import { readCountedImports } from "./domains/imports/importStore.ts";
import { startLeads } from "./domains/leads/startLeads.ts";
import { createMailer } from "./domains/mail/createMailer.ts";
import { type Metrics, startMetrics } from "./domains/monitoring/metrics/createMetrics.ts";
import { startMonitoring } from "./domains/monitoring/startMonitoring.ts";
import { registerHealth } from "./domains/monitoring/system/health.ts";
import { createReadiness } from "./domains/monitoring/system/readiness.ts";
import { startJobRecords } from "./domains/monitoring/system/startJobRecords.ts";
import { startPeople } from "./domains/people/startPeople.ts";
import { createSitePages } from "./domains/publishing/sitePages.ts";
import type { Publishing } from "./domains/publishing/startPublishing.ts";
import { startSchedules } from "./domains/publishing/startSchedules.ts";
import { createQuestions } from "./domains/questions/createQuestions.ts";
import { registerArchive } from "./domains/replay/registerArchive.ts";
import { recordingSettingsRoutes } from "./domains/replay/settings/recordingSettingsRoutes.ts";
import { startRecording } from "./domains/replay/settings/startRecordingSettings.ts";
import { startReplayCleanup } from "./domains/replay/startReplayCleanup.ts";
import { sharedRoutes } from "./domains/reports/console/sharedRoutes.ts";
import { startReporting } from "./domains/reports/startReporting.ts";
import { createAllowedOrigins } from "./domains/site/allowedOrigins.ts";
import { startSite } from "./domains/site/startSite.ts";
import { registerCollect } from "./ingest/collectRoutes.ts";
import { locationRoutes } from "./ingest/locationRoutes.ts";
import type { Ingest } from "./ingest/process/ingest.ts";
import type { PageCache } from "./pages/pageCache.ts";
import { registerSite } from "./pages/registerSite.ts";
import { securityTextRoutes } from "./pages/securityText.ts";
import type { Config } from "./platform/config/config.ts";
import type { CommandHandler } from "./platform/http/commandSocket.ts";
import { hasOwnHost, servedOn } from "./platform/http/hosts.ts";
import { withAnyText } from "./platform/http/storableText.ts";
import { createLifecycle } from "./platform/lifecycle.ts";
import type { ServedFiles } from "./platform/siteBuild/builds.ts";
import { PRODUCT_VERSION } from "./platform/siteBuild/productVersion.ts";
import type { SiteBundle } from "./platform/siteBuild/siteBundle.ts";
import { openDisk, watchDisk } from "./platform/storage/disk.ts";
import { startReconciling } from "./platform/storage/reconcile.ts";
import { startSigningKeys } from "./platform/storage/records/signingKeys.ts";
import { whenOpen } from "./platform/storage/records/whenOpen.ts";
import type { Stores } from "./platform/storage/stores.ts";
import { openCountries } from "./platform/visitor/countries.ts";
import { registerFiles } from "./registerFiles.ts";

interface AppOptions {
  config: Config;
  stores: Stores;
  ingest: Ingest;
  connections: Connections;
  flags: Flags;
  content: Content;
  siteContent: Followed<SiteContent>;
  publishing: Publishing;
  /** Folder with the site's content files. */
  contentDir: string;
  /** The content folder of the product, for files missing from `contentDir`. */
  baseDir: string;
  bundle: SiteBundle;
  /** Null in development, where Vite serves the files. */
  files: ServedFiles | null;
  /** In development, puts Vite in front of the server. */
  serverFactory?: FastifyServerFactory;
  /** The running version of the product, and the name of the build. */
  version?: { version: string; build: string };
  log: Logger;
  /** Current time in milliseconds since the epoch; tests pass their own clock. */
  now?: () => number;
  /** Called for every route, so that tests can check properties of all routes. */
  onRoute?: (route: RouteOptions) => void;
}

export interface App {
  server: FastifyInstance;
  pages: PageCache;
  /** Null unless the configuration sets a port for them. */
  metrics: Metrics | null;
  /** Answers `npm run erase`. */
  eraseHandlers: Record<string, CommandHandler>;
  /** This instance's report about itself. */
  report(): Promise<InstanceReport>;
  /** Makes readiness checks fail from now on. */
  noteStopping(): void;
}

/** Builds the server from its parts. Does not listen and reads no environment variables. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, stores, ingest, connections, flags, content, siteContent, publishing, bundle } = options;
  const { files, version: about = { version: PRODUCT_VERSION, build: bundle.release } } = options;
  const { log, now = Date.now } = options;
  const { publicUrl, consoleUrl, environment, clientKey } = config;
  const { eventStore, records } = stores;
  const { db } = records;
  const server = createHttpServer(options);
  const { started, stopAll } = createLifecycle();
  server.addHook("onClose", stopAll);
  const measured = config.metrics ? startMetrics(server) : null;
  started(startJobRecords({ db, now }));
  const reporting = { contacts: config.securityContacts, publicUrl, now };
  await server.register(servedOn("both", securityTextRoutes(reporting)));
  const countries = await openCountries();
  const keys = started(await startSigningKeys({ records, log }));
  const site = started(await startSite({ records, publicUrl, now, log }));
  started(connections);
  const platform = { server, config, eventStore, records, db, keys, countries, now, log, started };

  const customers = followKnownCustomers(connections);
  const passCustomersOn = () => ingest.setCustomers({ ...customers });
  passCustomersOn();
  connections.onChange(passCustomersOn);

  let isStopping = false;
  const disk = openDisk({ dir: config.dataDir, now });
  started(watchDisk({ disk, now, log }));
  const readiness = createReadiness({ eventStore, records, ingest, disk, now });
  const health = { readiness, isStopping: () => isStopping };
  await server.register(servedOn("both", (scope) => registerHealth(scope, health)));

  const allowedOrigins = createAllowedOrigins({ site, config });
  const isSignedIn = createSignedInCheck(platform);
  const copies = started(startRumCopies({ connections, log }));
  const intake = { ...platform, allowedOrigins, ingest, isSignedIn, site, copies };
  const collected = await registerCollect(server, intake);
  const { drain, recordings } = ingest;
  started(startReplayCleanup(platform));
  await server.register(withAnyText(locationRoutes({ countries, allowedOrigins })));
  const recording = started(await startRecording({ records, now, log }));
  const { writeKey } = config;
  await server.register(withAnyText(recordingSettingsRoutes({ recording, writeKey, allowedOrigins })));
  const people = await startPeople({ ...platform, ingest, site });
  const { hashEmail } = people;
  started(startReconciling({ ...platform, drain, site }));
  await server.register(consentRoutes({ ...platform, ...people, allowedOrigins }));

  const findPage = createFindPage(bundle.entry, publishing);
  // Flags are evaluated in memory.
  const protocol = withAnyText(
    protocolRoutes({
      flags,
      countries,
      findPage,
      keptParameters: new Set(config.keptParameters),
      areRulesPublic: config.areFlagRulesPublic,
      settings: config,
      clientKey,
      serverKey: config.serverKey,
    }),
  );
  await server.register(protocol);
  const { listPages, listPageTexts } = bundle.entry;
  await whenOpen({ records, name: "upgrade the texts of experiments", log }, async () => {
    if (await upgradeTexts({ db, publishing, now, log })) await flags.announce();
  });
  const experiments = createExperimentDependencies({
    db,
    flags,
    publishing,
    pathOfPage: (page: string) => findPage(page)?.path,
    isPage: (path) => listPages().some((page) => page.path === path) || content.find(path) !== undefined,
    environment,
    now,
  });
  const leads = startLeads({ ...platform, connections, customers, site, hashEmail });
  const forms = leads.storage.spool;
  const monitoring = startMonitoring({ ...platform, ingest, forms, disk, readiness, about });
  started(startSnapshotCleanup({ eventStore, log }));
  const questions = createQuestions({
    eventStore,
    site: site.current,
    definitions: ({ account }) => readDefinitions(db, account),
    imports: () => readCountedImports(db),
    now,
  });
  const reported = { ...platform, questions, site, disk, connections, drain, recordings, ...collected };
  const alerting = await startReporting({ ...reported, ...monitoring });
  const mailer = createMailer(connections, now);
  const schedules = started(startSchedules({ db, publishing, mailer, consoleUrl, now, log }));
  const security = createSecurityLog({ db, digest: hashEmail, countries, now, log });
  started(security.stored);

  const { cookieDomain, requireTwoFactor, retentionDays, replayRetentionDays, recordRetention } = config;
  const consoleParts = {
    ...reported,
    publicUrl,
    consoleUrl,
    cookieDomain,
    requireTwoFactor,
    retentionDays,
    replayRetentionDays,
    recordRetention,
    environment,
    clientKey,
    writeKey,
    ...people,
    ...monitoring,
    security,
    schedules,
    alerting,
    reportMails: alerting.sender,
    deliveries: leads.deliveries,
    flags,
    recording,
    experiments,
    listPageTexts,
    publishing,
    listSitePages: createSitePages({ entry: bundle.entry, content, siteContent }),
  };
  await server.register(servedOn("console", consoleRoutes(consoleParts)), { prefix: "/console/api" });
  if (hasOwnHost(config)) await server.register(staffBrowserRoutes(config));
  await server.register(queryRoutes({ db, questions, site, security, now }), { prefix: "/api/v2" });
  const contentDirs = [options.contentDir, options.baseDir];
  const contents = contentApi({ db, publishing, contentDirs, consoleUrl, security, now });
  await server.register(contents, { prefix: CONTENT_API });
  registerOpenApi(server, { origin: publicUrl, siteId: site.current().id });

  const archive = await registerArchive({ ...platform, bundle, siteDir: files?.siteDir ?? null });
  const { entry } = bundle;
  await registerPictures({ ...options, ...platform, entry, noteFile: archive?.noteFile });
  const document = files && (await registerFiles({ server, config, files }));
  await server.register(servedOn("console", sharedRoutes({ ...reported, consoleUrl, document })));
  const pages = await registerSite({
    ...options,
    ...platform,
    ...collected,
    site,
    customers,
    findPage,
    leads,
    hashEmail,
    allowedOrigins,
    archive,
  });
  const watched = { ...about, readiness, ingest, forms, disk, ...monitoring };
  return {
    server,
    pages,
    metrics:
      measured?.complete({ ...watched, counted: collected.counters.totals, eventStore, now, log }) ?? null,
    eraseHandlers: people.eraseHandlers,
    report: monitoring.report,
    noteStopping() {
      isStopping = true;
    },
  };
}
