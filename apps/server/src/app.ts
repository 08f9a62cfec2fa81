import { COUNTERS, HEADERS_TIMEOUT, ONE_SECOND, REQUEST_TIMEOUT, type SiteContent } from "@marquee/contract";
import { type BackupState, CONTENT_API, type InstanceReport } from "@marquee/contract/schema";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerFactory,
  LogController,
  type RouteOptions,
} from "fastify";
import type { Logger } from "pino";
import { contentApi } from "./api/contentApi.ts";
import { registerOpenApi } from "./api/openApi.ts";
import { queryRoutes } from "./api/queryRoutes.ts";
import { registerConsoleFiles } from "./console/consoleFiles.ts";
import { consoleRoutes } from "./console/consoleRoutes.ts";
import { staffBrowserRoutes } from "./domains/accounts/console/staffBrowserRoutes.ts";
import { createSecurityLog } from "./domains/accounts/securityLog.ts";
import { createAlerting } from "./domains/alerts/createAlerting.ts";
import { DIGEST_UNSUBSCRIBING } from "./domains/alerts/digest/createDigests.ts";
import { startSnapshotCleanup } from "./domains/backup/startSnapshotCleanup.ts";
import { followKnownCustomers } from "./domains/connections/followKnownCustomers.ts";
import { createSiteTools } from "./domains/connections/siteTools.ts";
import type { Connections } from "./domains/connections/startConnections.ts";
import { consentRoutes } from "./domains/consent/consentRoutes.ts";
import type { Followed } from "./domains/content/followContent.ts";
import type { Content } from "./domains/content/startContent.ts";
import { createExperimentDependencies } from "./domains/experiments/experimentParts.ts";
import { upgradeTexts } from "./domains/experiments/upgradeTexts.ts";
import { createFindPage } from "./domains/flags/findPage.ts";
import { protocolRoutes } from "./domains/flags/protocol/protocolRoutes.ts";
import type { Flags } from "./domains/flags/startFlags.ts";
import { createVisitorFlags } from "./domains/flags/visitorFlags.ts";
import { readDefinitions } from "./domains/goals/readDefinitions.ts";
import { registerOpenGraph } from "./domains/images/cards/openGraphRoutes.ts";
import { registerFavicons } from "./domains/images/favicons/faviconRoutes.ts";
import { registerImages } from "./domains/images/imageRoutes.ts";
import { createImageVersions } from "./domains/images/imageVersions.ts";
import { openImages } from "./domains/images/openImages.ts";
import { readCountedImports } from "./domains/imports/importStore.ts";
import { createLeadSenders } from "./domains/leads/deliveries/leadSenders.ts";
import { startDeliveries } from "./domains/leads/deliveries/startDeliveries.ts";
import { registerLeads } from "./domains/leads/registerLeads.ts";
import { startLeadStorage } from "./domains/leads/startLeadStorage.ts";
import { createMailer } from "./domains/mail/createMailer.ts";
import { unsubscribeRoutes } from "./domains/mail/unsubscribeRoutes.ts";
import { type Metrics, startMetrics } from "./domains/monitoring/metrics/createMetrics.ts";
import { createInstanceList } from "./domains/monitoring/system/createInstanceList.ts";
import { createInstanceReport } from "./domains/monitoring/system/createInstanceReport.ts";
import { registerHealth } from "./domains/monitoring/system/health.ts";
import { createReadiness } from "./domains/monitoring/system/readiness.ts";
import { startJobRecords } from "./domains/monitoring/system/startJobRecords.ts";
import { startSizes } from "./domains/monitoring/system/startSizes.ts";
import { createIdentities, startFollowing } from "./domains/people/identities/startIdentities.ts";
import { eraseHandlers } from "./domains/people/privacy/eraseSocket.ts";
import { ownDataRoutes } from "./domains/people/privacy/ownDataRoutes.ts";
import { startDeletions } from "./domains/people/privacy/startDeletions.ts";
import { startErasure } from "./domains/people/privacy/startErasure.ts";
import { startRecordRetention } from "./domains/people/privacy/startRecordRetention.ts";
import { startHitCounter } from "./domains/publishing/countHits.ts";
import { createImageLinks } from "./domains/publishing/imageLinks.ts";
import { createSitePages } from "./domains/publishing/sitePages.ts";
import type { Publishing } from "./domains/publishing/startPublishing.ts";
import { startSchedules } from "./domains/publishing/startSchedules.ts";
import { readImage, startImageCleanup } from "./domains/publishing/uploadedImages.ts";
import { createQuestions } from "./domains/questions/createQuestions.ts";
import { registerArchive } from "./domains/replay/registerArchive.ts";
import { ROUTER_OPTIONS } from "./domains/replay/replayId.ts";
import { recordingSettingsRoutes } from "./domains/replay/settings/recordingSettingsRoutes.ts";
import { startRecording } from "./domains/replay/settings/startRecordingSettings.ts";
import { startReplayCleanup } from "./domains/replay/startReplayCleanup.ts";
import { sharedRoutes } from "./domains/reports/console/sharedRoutes.ts";
import {
  createReportMails,
  REPORT_UNSUBSCRIBING,
  type ReportMails,
} from "./domains/reports/mails/createReportMails.ts";
import { createAllowedOrigins } from "./domains/site/allowedOrigins.ts";
import { startSite } from "./domains/site/startSite.ts";
import { registerCollect } from "./ingest/collectRoutes.ts";
import type { Ingest } from "./ingest/ingest/ingest.ts";
import { locationRoutes } from "./ingest/locationRoutes.ts";
import { registerContent } from "./pages/contentRoutes.ts";
import type { PageCache } from "./pages/pageCache.ts";
import { registerPages } from "./pages/pageRoutes.ts";
import { previewBehind } from "./pages/previewFrames.ts";
import { registerPreviews } from "./pages/previewRoutes.ts";
import { securityTextRoutes } from "./pages/securityText.ts";
import { registerSnippetFiles } from "./pages/snippet/snippetFiles.ts";
import { snippetRoutes } from "./pages/snippet/snippetRoutes.ts";
import type { Config } from "./platform/config/config.ts";
import { siteSettings } from "./platform/config/siteSettings.ts";
import { registerAssets } from "./platform/http/assets.ts";
import type { BuiltFile } from "./platform/http/builtFiles.ts";
import type { CommandHandler } from "./platform/http/commandSocket.ts";
import { decodableUrl } from "./platform/http/decodableUrl.ts";
import { registerForwardedAddresses } from "./platform/http/forwardedAddresses.ts";
import { bindHosts, hasOwnHost, servedOn } from "./platform/http/hosts.ts";
import { LAZY_VALIDATION } from "./platform/http/lazyValidation.ts";
import { createRequestIds } from "./platform/http/requestIds.ts";
import { createUrlErrorHandler, registerDefaultHeaders } from "./platform/http/securityHeaders.ts";
import { sendError } from "./platform/http/sendError.ts";
import { registerTextCheck, withAnyText } from "./platform/http/storableText.ts";
import type { BrowserFiles, ServedFiles } from "./platform/siteBuild/builds.ts";
import { PRODUCT_VERSION } from "./platform/siteBuild/productVersion.ts";
import type { SiteBundle } from "./platform/siteBuild/siteBundle.ts";
import { openDisk, watchDisk } from "./platform/storage/disk.ts";
import { startReconciling } from "./platform/storage/reconcile.ts";
import { readLatestBackup } from "./platform/storage/records/backups.ts";
import { listInstances as readInstances } from "./platform/storage/records/instances.ts";
import { startSigningKeys } from "./platform/storage/records/signingKeys.ts";
import { startHeartbeats } from "./platform/storage/records/startHeartbeats.ts";
import { whenOpen } from "./platform/storage/records/whenOpen.ts";
import type { Stores } from "./platform/storage/stores.ts";
import { openCountries } from "./platform/visitor/countries.ts";

interface AppOptions {
  config: Config;
  stores: Stores;
  ingest: Ingest;
  connections: Connections;
  flags: Flags;
  content: Content;
  siteContent: Followed<SiteContent>;
  publishing: Publishing;
  /** Folder with the content that the site's editors change. */
  contentDir: string;
  /** The content folder of the product, for what `contentDir` does not have. */
  baseDir: string;
  bundle: SiteBundle;
  /** Null in development, where Vite serves the files. */
  files: ServedFiles | null;
  /** In development, puts Vite in front of the server. */
  serverFactory?: FastifyServerFactory;
  /** What runs: the product's version, and the name of the build. */
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
  /** Null unless the configuration has a port for them. */
  metrics: Metrics | null;
  /** Answers `npm run erase`. */
  eraseHandlers: Record<string, CommandHandler>;
  /** What this instance says of itself. */
  report(): Promise<InstanceReport>;
  /** From now on, readiness fails. */
  noteStopping(): void;
}

/** Where a Contentful space has its images. */
const CONTENTFUL_IMAGES = "images.ctfassets.net";

/** Node checks for timed-out requests at this interval; its default is 30 s. */
const HTTP_OPTIONS = { headersTimeout: HEADERS_TIMEOUT, connectionsCheckingInterval: ONE_SECOND };

/** Builds the server from its parts. Does not listen and reads no environment variables. */
export async function createApp(options: AppOptions): Promise<App> {
  const {
    config,
    contentDir,
    baseDir,
    stores: { eventStore, records },
    ingest,
    connections,
    flags,
    content,
    siteContent,
    publishing,
    bundle,
    files,
    serverFactory,
    version: about = { version: PRODUCT_VERSION, build: bundle.release },
    log,
    now = Date.now,
    onRoute,
  } = options;
  const loggerInstance: FastifyBaseLogger = log;
  const isSecure = config.publicUrl.startsWith("https:");
  const server = fastify({
    loggerInstance,
    // Logging every page view would cost more than serving the page; errors are logged where they occur.
    genReqId: createRequestIds(config.trustedProxies),
    logController: new LogController({ disableRequestLogging: true }),
    // A logger for each request would take a tenth of the time of a page.
    childLoggerFactory: (logger) => logger,
    forceCloseConnections: "idle",
    trustProxy: config.trustedProxies,
    requestTimeout: REQUEST_TIMEOUT,
    ...(serverFactory ? { serverFactory } : { http: HTTP_OPTIONS }),
    routerOptions: ROUTER_OPTIONS,
    rewriteUrl: ({ url = "/" }) => decodableUrl(url),
    schemaController: LAZY_VALIDATION,
    frameworkErrors: createUrlErrorHandler(isSecure),
  });
  warnOfHiddenVisitors(config, log);
  registerForwardedAddresses(server);
  if (onRoute) server.addHook("onRoute", onRoute);
  const measured = config.metrics ? startMetrics(server) : null;
  server.addHook("onClose", startJobRecords({ db: records.db, now }));
  registerDefaultHeaders(server, isSecure);
  server.setErrorHandler(sendError);
  registerTextCheck(server);
  bindHosts(server, config, (request) => previewBehind(request) !== null);
  const reporting = { contacts: config.securityContacts, publicUrl: config.publicUrl, now };
  await server.register(servedOn("both", securityTextRoutes(reporting)));
  const countries = await openCountries();
  const keys = await startSigningKeys({ records, log });
  server.addHook("onClose", keys.stop);
  const site = await startSite({ records, publicUrl: config.publicUrl, now, log });
  server.addHook("onClose", site.stop);
  server.addHook("onClose", connections.stop);

  const customers = followKnownCustomers(connections);
  const passCustomersOn = () => ingest.setCustomers({ ...customers });
  passCustomersOn();
  connections.onChange(passCustomersOn);

  const { drain, recordings } = ingest;
  const stores = { eventStore, records, drain, recordings };
  let isStopping = false;
  const disk = openDisk({ dir: config.dataDir, now });
  server.addHook("onClose", watchDisk({ disk, now, log }));
  const readiness = createReadiness({ eventStore, records, ingest, disk, now });
  const health = { readiness, isStopping: () => isStopping };
  await server.register(servedOn("both", (scope) => registerHealth(scope, health)));
  const { db } = records;
  const allowedOrigins = createAllowedOrigins({ site, config });
  const { counters, rejections, budgets } = await registerCollect(server, {
    config,
    allowedOrigins,
    ingest,
    eventStore,
    db,
    site,
    connections,
    countries,
    now,
    log,
  });
  const stopReconciling = startReconciling({ ...stores, site, now, log });
  server.addHook("onClose", startReplayCleanup({ ...stores, db, now, log }));
  await server.register(withAnyText(locationRoutes({ countries, allowedOrigins })));
  const recording = await startRecording({ records, now, log });
  server.addHook("onClose", recording.stop);
  await server.register(
    withAnyText(recordingSettingsRoutes({ recording, writeKey: config.writeKey, allowedOrigins })),
  );
  const identities = createIdentities({ eventStore, db, key: keys.of("identities") });
  const { retentionDays } = config;
  server.addHook("onClose", startFollowing({ db, identities, retentionDays, now, log }));
  const { recordRetention, confirmedRecords } = config;
  const { hashEmail } = identities;
  server.addHook(
    "onClose",
    startRecordRetention({
      records,
      retention: recordRetention,
      confirmed: confirmedRecords,
      hashEmail,
      now,
      log,
    }),
  );
  const deletions = startDeletions({ ...stores, db, identities, now, log });
  server.addHook("onClose", deletions.stop);
  const erasure = startErasure({
    eventStore,
    records,
    ingest,
    hashEmail,
    site,
    dataDir: config.dataDir,
    now,
    log,
    isEmbedded: config.clickhouseUrl === null,
  });
  server.addHook("onClose", erasure.stop);
  server.addHook("onClose", stopReconciling);
  await server.register(
    consentRoutes({ ...stores, db, hashEmail, countries, deletions, allowedOrigins, now }),
  );
  const { publicUrl, consoleUrl, cookieDomain, requireTwoFactor, replayRetentionDays } = config;
  await server.register(ownDataRoutes({ eventStore, db, hashEmail, publicUrl, now }));
  const { environment, clientKey, writeKey } = config;
  const known = {
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
  };
  const findPage = createFindPage(bundle.entry, publishing);
  const keptParameters = new Set(config.keptParameters);
  const protocol = {
    flags,
    countries,
    findPage,
    keptParameters,
    areRulesPublic: config.areFlagRulesPublic,
    settings: config,
    clientKey,
    serverKey: config.serverKey,
  };
  // Flags are evaluated in memory.
  await server.register(withAnyText(protocolRoutes(protocol)));
  const { listPages, listPageTexts } = bundle.entry;
  const isPage = (path: string) =>
    listPages().some((page) => page.path === path) || content.find(path) !== undefined;
  await whenOpen({ records, name: "upgrade the texts of experiments", log }, async () => {
    if (await upgradeTexts({ db, publishing, now, log })) await flags.announce();
  });
  const experiments = createExperimentDependencies({
    db,
    flags,
    publishing,
    pathOfPage: (page: string) => findPage(page)?.path,
    isPage,
    environment,
    now,
  });
  const senders = createLeadSenders({ connections, consoleUrl });
  const deliveries = startDeliveries({ db, senders, now, log });
  server.addHook("onClose", deliveries.stop);
  const leadStorage = startLeadStorage({
    dataDir: config.dataDir,
    db,
    hashEmail,
    eventStore,
    site,
    customers,
    deliveries,
    now,
    log,
  });
  server.addHook("onClose", leadStorage.stop);
  const watched = { ...about, readiness, ingest, forms: leadStorage.spool, disk, now };
  const reporter = createInstanceReport(watched);
  server.addHook("onClose", async () => reporter.stop());
  const listInstances = createInstanceList({
    ...watched,
    report: reporter.report,
    known: { id: records.instanceId, list: () => readInstances(db) },
  });
  const latestBackup = async (): Promise<BackupState | null> => {
    const latest = await readLatestBackup(db);
    return latest && { madeAt: latest.madeAt.getTime(), bytes: latest.bytes };
  };
  const stopHeartbeats = startHeartbeats({ records, report: reporter.report });
  server.addHook("onClose", async () => stopHeartbeats());
  server.addHook("onClose", startSnapshotCleanup({ eventStore, log }));
  const sizes = startSizes({ db, eventStore, dataDir: config.dataDir, disk, now, log });
  server.addHook("onClose", sizes.stop);
  const questions = createQuestions({
    eventStore,
    site: site.current,
    definitions: ({ account }) => readDefinitions(db, account),
    imports: () => readCountedImports(db),
    now,
  });
  const reportParts = { db, questions, site, keys, consoleUrl, now };
  const alerting = createAlerting<ReportMails>({
    ...stores,
    ...reportParts,
    connections,
    listInstances,
    disk,
    budgets,
    log,
    createSender: (channels) => createReportMails({ ...reportParts, channels, log }),
  });
  const { digests, sender: reportMails } = alerting;
  server.addHook("onClose", alerting.alerts.stop);
  // Emails from before the console had a host of its own have links to the site's.
  const unsubscribing = [
    unsubscribeRoutes({ ...DIGEST_UNSUBSCRIBING, links: digests, now }),
    unsubscribeRoutes({ ...REPORT_UNSUBSCRIBING, links: reportMails, now }),
  ];
  for (const routes of unsubscribing) await server.register(servedOn("both", routes));
  const schedules = startSchedules({
    db,
    publishing,
    mailer: createMailer(connections, now),
    consoleUrl,
    now,
    log,
  });
  server.addHook("onClose", schedules.stop);
  const security = createSecurityLog({ db, digest: hashEmail, countries, now, log });
  server.addHook("onClose", security.stored);
  const consoleParts = {
    ...stores,
    security,
    listInstances,
    sizes,
    latestBackup,
    disk,
    budgets,
    schedules,
    questions,
    alerting,
    reportMails,
    ...known,
    keys,
    identities,
    deletions,
    erasure,
    countries,
    connections,
    deliveries,
    flags,
    recording,
    site,
    experiments,
    listPageTexts,
    publishing,
    listSitePages: createSitePages({ entry: bundle.entry, content, siteContent }),
    now,
    log,
  };
  await server.register(servedOn("console", consoleRoutes(consoleParts)), { prefix: "/console/api" });
  if (hasOwnHost(config)) await server.register(staffBrowserRoutes(config));
  await server.register(queryRoutes({ db, questions, site, security, now }), { prefix: "/api/v2" });
  const contentDirs = [contentDir, baseDir];
  await server.register(contentApi({ db, publishing, contentDirs, consoleUrl, security, now }), {
    prefix: CONTENT_API,
  });
  registerOpenApi(server, { origin: publicUrl, siteId: site.current().id });
  const siteDir = files?.siteDir ?? null;
  const archive = await registerArchive(server, {
    ...stores,
    db,
    bundle,
    siteDir,
    publicUrl,
    consoleUrl,
    requireTwoFactor,
    now,
    log,
  });
  const imageLinks = createImageLinks(keys.of("previews"), now);
  server.addHook("onClose", startImageCleanup({ db, now, log }));
  const { images, favicons, cards } = await openImages({
    config,
    hosts: () => [...config.imageHosts, ...(connections.read("contentful") ? [CONTENTFUL_IMAGES] : [])],
    contentDir,
    baseDir,
    entry: bundle.entry,
    content,
    versions: createImageVersions({ siteContent, publishing, links: imageLinks, now }),
    readUploaded: (hash) => readImage(db, hash),
    now,
  });
  // Previewed pages show them too.
  const pictures = servedOn("both", (scope) => {
    registerImages(scope, images, archive?.noteFile);
    registerFavicons(scope, favicons, archive?.noteFile);
    registerOpenGraph(scope, { store: cards, entry: bundle.entry, content });
  });
  await server.register(pictures);
  let sharedDocument: BuiltFile | null = null;
  if (files) {
    const { siteDir, consoleDir, snippetDir, earlier = [] } = files;
    const earlierDirs = (name: keyof BrowserFiles) => earlier.map((each) => each[name]);
    const assets = (scope: FastifyInstance) => registerAssets(scope, siteDir, earlierDirs("siteDir"));
    await server.register(servedOn("both", assets));
    await registerSnippetFiles(server, snippetDir, earlierDirs("snippetDir"));
    const console = { consoleDir, earlierDirs: earlierDirs("consoleDir"), publicUrl, consoleUrl };
    const screens = servedOn("console", async (scope) => {
      const consoleFiles = await registerConsoleFiles(scope, console);
      sharedDocument = consoleFiles.get("shared.html") ?? null;
    });
    await server.register(screens);
  }
  await server.register(servedOn("console", sharedRoutes({ ...reportParts, document: sharedDocument })));
  const settings = siteSettings(config);
  const tools = createSiteTools(connections, isSecure);
  await server.register(
    withAnyText(
      snippetRoutes({ config, tools, siteContent, countries, allowedOrigins, rejections, budgets }),
    ),
  );
  const readFlags = createVisitorFlags({ flags, countries, settings, findPage, keptParameters });
  server.addHook("onClose", flags.stop);
  await registerLeads(server, {
    storage: leadStorage,
    db,
    hashEmail,
    content,
    siteContent,
    bundle,
    customers,
    countries,
    settings,
    tools,
    readFlags,
    connections,
    deliveries,
    keys,
    now,
    log,
  });
  registerContent(server, siteContent);
  server.addHook("onClose", publishing.stop);
  await registerPreviews(server, {
    db,
    consoleUrl,
    requireTwoFactor,
    signingKey: keys.of("previews"),
    bundle,
    publishing,
    settings,
    tools,
    flags,
    findPage,
    site,
    now,
  });
  const hits = startHitCounter({ db, log, now });
  server.addHook("onClose", hits.stop);
  const pages = registerPages(server, {
    bundle,
    customers,
    countries,
    settings,
    tools,
    flags,
    readFlags,
    content,
    siteContent,
    onServed: (consent) => counters.add(COUNTERS.page, consent),
    hits,
    ...(archive && { onSent: archive.notePage }),
  });
  return {
    server,
    pages,
    metrics:
      measured?.complete({ ...watched, counted: counters.totals, eventStore, latestBackup, log }) ?? null,
    eraseHandlers: eraseHandlers({ erasure, db, hashEmail, log }),
    report: reporter.report,
    noteStopping() {
      isStopping = true;
    },
  };
}

/** Warns if all visitors will appear to come from a proxy. The server itself does not serve TLS, so an https URL implies a proxy. */
function warnOfHiddenVisitors({ publicUrl, trustedProxies }: Config, log: Logger): void {
  if (!publicUrl.startsWith("https:") || trustedProxies.length > 0) return;
  log.warn(
    "TRUSTED_PROXIES is empty, but PUBLIC_URL is https. All visitors appear to come from your proxy, so they share rate limits and the budget for events of one network, and have no country. Set TRUSTED_PROXIES to the proxy's address.",
  );
}
