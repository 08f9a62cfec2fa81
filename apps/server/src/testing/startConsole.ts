import { ARCHIVE_PATH, type VariedPage } from "@marquee/contract";
import type { InstanceState } from "@marquee/contract/schema";
import fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import { consoleRoutes } from "../console/consoleRoutes.ts";
import { type Account, ensureOwner } from "../domains/accounts/accounts.ts";
import { createSecurityLog, type SecurityLog } from "../domains/accounts/securityLog.ts";
import { accounts } from "../domains/accounts/tables.ts";
import { createAlerting } from "../domains/alerts/createAlerting.ts";
import { archiveRoutes } from "../domains/archive/archiveRoutes.ts";
import type { Connections } from "../domains/connections/startConnections.ts";
import { createExperimentDependencies } from "../domains/experiments/experimentParts.ts";
import { type ExperimentDependencies, listExperiments } from "../domains/experiments/experimentStore.ts";
import { type Flags, startFlags } from "../domains/flags/startFlags.ts";
import { readDefinitions } from "../domains/goals/readDefinitions.ts";
import { readCountedImports } from "../domains/imports/importStore.ts";
import { startDeletions } from "../domains/people/privacy/startDeletions.ts";
import type { ListSitePages } from "../domains/publishing/sitePages.ts";
import {
  type Publishing,
  type PublishingOptions,
  startPublishing,
} from "../domains/publishing/startPublishing.ts";
import { createQuestions } from "../domains/questions/createQuestions.ts";
import { ROUTER_OPTIONS } from "../domains/replay/replayId.ts";
import { startRecording } from "../domains/replay/settings/startRecordingSettings.ts";
import { sharedRoutes } from "../domains/reports/console/sharedRoutes.ts";
import { createReportMails } from "../domains/reports/mails/createReportMails.ts";
import { startSite } from "../domains/site/startSite.ts";
import { LAZY_VALIDATION } from "../platform/http/lazyValidation.ts";
import { registerDefaultHeaders } from "../platform/http/securityHeaders.ts";
import { sendError } from "../platform/http/sendError.ts";
import { registerTextCheck } from "../platform/http/storableText.ts";
import { roomyDisk, unusedBudgets } from "./ingestLimits.ts";
import { minimalFlagFile } from "./minimalFlags.ts";
import { minimalSite } from "./minimalSite.ts";
import { startTestConnections } from "./startTestConnections.ts";
import { silent, type TestStores } from "./startTestStores.ts";

export const OWNER = { email: "owner@trellis.example", password: "a long enough password" };
const ORIGIN = "http://127.0.0.1:3000";

/** The console's API on real stores, used by a signed-in account. */
export interface TestConsole {
  app: FastifyInstance;
  get(path: string): Promise<LightMyRequestResponse>;
  post(path: string, payload: object): Promise<LightMyRequestResponse>;
  put(path: string, payload: object): Promise<LightMyRequestResponse>;
  connections: Connections;
  flags: Flags;
  publishing: Publishing;
  security: SecurityLog;
  /** Session cookie of the signed-in account, for requests outside the API. */
  cookie: string;
}

interface TestConsoleOptions {
  /** Role of the signed-in account. */
  role?: Account["role"];
  now?: () => number;
  experiments?: ExperimentDependencies;
  publicUrl?: string;
  requireTwoFactor?: boolean;
  listSitePages?: ListSitePages;
  /** None by default. */
  listInstances?: () => Promise<InstanceState[]>;
  /** Pages whose texts can vary; none by default. */
  pages?: VariedPage[];
  /** Content to publish; that of a minimal site by default. */
  content?: Pick<PublishingOptions, "siteContent" | "content">;
}

export async function startConsole(
  stores: TestStores,
  options: TestConsoleOptions = {},
): Promise<TestConsole> {
  const { role = "owner", now = Date.now, experiments } = options;
  const {
    publicUrl = ORIGIN,
    requireTwoFactor = false,
    listSitePages = async () => [],
    content = {},
    pages = [],
  } = options;
  const app = fastify({ routerOptions: ROUTER_OPTIONS, schemaController: LAZY_VALIDATION });
  registerDefaultHeaders(app, false);
  app.setErrorHandler(sendError);
  registerTextCheck(app);
  const { db } = stores.records;
  const deletions = startDeletions({ ...stores, db, now, log: silent, interval: 20 });
  app.addHook("onClose", deletions.stop);
  const environment = "production" as const;
  const flags = await startFlags({
    ...stores,
    listExperiments: () => listExperiments(stores.records.db),
    file: minimalFlagFile,
    siteContent: { ...minimalSite, ...content }.siteContent,
    environment,
    now,
    log: silent,
  });
  app.addHook("onClose", flags.stop);
  const recording = await startRecording({ ...stores, now, log: silent });
  app.addHook("onClose", recording.stop);
  const site = await startSite({ ...stores, publicUrl, now, log: silent });
  app.addHook("onClose", site.stop);
  const connections = await startTestConnections(stores, { now, hasOwnHost: false });
  app.addHook("onClose", connections.stop);
  const siteKeys = { clientKey: "sdk-test", writeKey: "wk-test" };
  const recordRetention = { leads: null, receipts: null, changes: null };
  const retention = { retentionDays: 760, replayRetentionDays: 30, recordRetention };
  const config = {
    publicUrl,
    consoleUrl: publicUrl,
    cookieDomain: null,
    requireTwoFactor,
    ...retention,
    ...siteKeys,
    environment,
  };
  const publishing = await startPublishing({ ...stores, ...minimalSite, ...content, log: silent });
  app.addHook("onClose", publishing.stop);
  const parts =
    experiments ??
    createExperimentDependencies({
      db,
      flags,
      publishing,
      environment,
      now,
      pathOfPage: (name) => pages.find(({ page }) => page === name)?.path,
    });
  const questions = createQuestions({
    ...stores,
    site: site.current,
    definitions: ({ account }) => readDefinitions(db, account),
    imports: () => readCountedImports(db),
    now,
  });
  const reportParts = { db, questions, site, keys: stores.keys, consoleUrl: publicUrl, now };
  const { listInstances = async () => [] } = options;
  const limits = { disk: roomyDisk, budgets: unusedBudgets, listInstances };
  const alerting = createAlerting({
    ...stores,
    ...reportParts,
    ...limits,
    connections,
    log: silent,
    createSender: (channels) => createReportMails({ ...reportParts, channels, log: silent }),
  });
  app.addHook("onClose", alerting.alerts.stop);
  const security = createSecurityLog({
    db,
    now,
    log: silent,
    digest: stores.identities.hashEmail,
    countries: { codeOf: () => "NZ" },
  });
  app.addHook("onClose", security.stored);
  const parameters = {
    ...stores,
    security,
    ...limits,
    sizes: { stores: async () => ({ events: null, records: null }) },
    latestBackup: async () => null,
    publishing,
    schedules: { wake: () => undefined },
    questions,
    alerting,
    reportMails: alerting.sender,
    ...config,
    deletions,
    erasure: { state: async () => ({ lastAt: null, waiting: 0, nextAt: null, runningSince: null }) },
    countries: { codeOf: () => "NZ" },
    connections,
    deliveries: { wake: () => undefined },
    flags,
    recording,
    site,
    experiments: parts,
    listPageTexts: () => pages,
    listSitePages,
    now,
    log: silent,
  };
  await app.register(consoleRoutes(parameters), { prefix: "/console/api" });
  await app.register(sharedRoutes({ ...reportParts, document: null }));
  await app.register(archiveRoutes({ db, publicUrl, consoleUrl: publicUrl, requireTwoFactor, now }), {
    prefix: ARCHIVE_PATH,
  });
  await ensureOwner(db, OWNER, silent);
  await db.update(accounts).set({ role });
  const send = (method: "POST" | "PUT", path: string, payload: object, cookie = "") =>
    app.inject({ method, url: `/console/api${path}`, headers: { origin: publicUrl, cookie }, payload });
  const answer = await send("POST", "/sign-in", OWNER);
  const cookie = String(answer.headers["set-cookie"]).split(";")[0] ?? "";
  return {
    app,
    get: (path) => app.inject({ url: `/console/api${path}`, headers: { cookie } }),
    post: (path, payload) => send("POST", path, payload, cookie),
    put: (path, payload) => send("PUT", path, payload, cookie),
    connections,
    flags,
    publishing,
    security,
    cookie,
  };
}
