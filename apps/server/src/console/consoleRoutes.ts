import cookie from "@fastify/cookie";
import type { Environment, SiteEntry, Timestamp } from "@marquee/contract";
import type { BackupState, InstanceState } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { accountRoutes } from "../accounts/accountRoutes.ts";
import { listColleagues } from "../accounts/accounts.ts";
import { addRoute } from "../accounts/addRoute.ts";
import { createAttempts } from "../accounts/attempts.ts";
import { createDevices } from "../accounts/devices.ts";
import { ownAccountRoutes } from "../accounts/ownAccountRoutes.ts";
import { createPasswordChecks } from "../accounts/passwordChecks.ts";
import { passwordResetRoutes } from "../accounts/passwordResetRoutes.ts";
import { proofRoutes } from "../accounts/proofRoutes.ts";
import { maySeePeople, requireAccess } from "../accounts/requireRole.ts";
import { createChallenges } from "../accounts/secondFactor/challenges.ts";
import { createRelyingParty } from "../accounts/secondFactor/relyingParty.ts";
import { createAfterPassword, secondStepRoutes } from "../accounts/secondFactor/secondStepRoutes.ts";
import { createTwoFactorPolicy, isEnrollmentPath } from "../accounts/secondFactor/twoFactorPolicy.ts";
import { twoFactorRoutes } from "../accounts/secondFactor/twoFactorRoutes.ts";
import { readSecurityLog, type SecurityLog } from "../accounts/securityLog.ts";
import { createSessions } from "../accounts/sessions.ts";
import { createSessionWatch } from "../accounts/sessionWatch.ts";
import { createSignIn } from "../accounts/signIn.ts";
import { pageVersionRoutes } from "../archive/archiveRoutes.ts";
import { createArchiveStore } from "../archive/archiveStore.ts";
import type { IngestBudgets } from "../collect/budgets/ingestBudgets.ts";
import { recordedRetention } from "../config/recordedRetention.ts";
import type { RecordRetention } from "../config/recordRetention.ts";
import type { Connections } from "../connections/startConnections.ts";
import { ApiError } from "../errors/apiError.ts";
import { createExperimentStore, type ExperimentDependencies } from "../experiments/experimentStore.ts";
import { hasVisitors } from "../experiments/results/readResults.ts";
import type { Flags } from "../flags/startFlags.ts";
import { hasOwnHost } from "../http/hosts.ts";
import { checkMutation, checkRead } from "../http/origin.ts";
import { sendError } from "../http/sendError.ts";
import { ANY_TEXT } from "../http/storableText.ts";
import { refuseUnknownQuery } from "../http/unknownQuery.ts";
import type { Identities } from "../identities/startIdentities.ts";
import type { Sizes } from "../instance/startSizes.ts";
import type { Deliveries } from "../leads/deliveries/startDeliveries.ts";
import { createMailer } from "../mail/createMailer.ts";
import type { ListSitePages } from "../pages/sitePages.ts";
import { hidePeople } from "../privacy/hidePeople.ts";
import type { Deletions } from "../privacy/startDeletions.ts";
import type { Erasure } from "../privacy/startErasure.ts";
import { createImageLinks } from "../publishing/imageLinks.ts";
import type { Publishing } from "../publishing/startPublishing.ts";
import type { Schedules } from "../publishing/startSchedules.ts";
import type { Questions } from "../questions/createQuestions.ts";
import type { Recording } from "../recordingSettings/startRecordingSettings.ts";
import type { ReportMails } from "../reports/mails/createReportMails.ts";
import { ownHosts } from "../site/ownHosts.ts";
import type { CurrentSite } from "../site/startSite.ts";
import { createStackResolver } from "../sourceMaps/createStackResolver.ts";
import type { Disk } from "../storage/disk.ts";
import type { EventStore } from "../storage/events/eventStore.ts";
import type { Records } from "../storage/records/records.ts";
import type { SigningKeys } from "../storage/records/signingKeys.ts";
import type { DrainControl } from "../storage/spool/drain.ts";
import { endByNow } from "../time/dateRange.ts";
import type { Countries } from "../visitor/countries.ts";
import { type AlertRoutesOptions, alertRoutes } from "./alerts/alertRoutes.ts";
import { apiKeyRoutes } from "./apiKeys/apiKeyRoutes.ts";
import { campaignRoutes } from "./campaigns/campaignRoutes.ts";
import { changeRoutes } from "./changes/changeRoutes.ts";
import { connectionRoutes } from "./connections/connectionRoutes.ts";
import { consentScreenRoutes } from "./consent/consentScreenRoutes.ts";
import { contentRoutes } from "./content/contentRoutes.ts";
import { imageRoutes } from "./content/imageRoutes.ts";
import { previewLinkRoutes } from "./content/previewLinkRoutes.ts";
import { translationRoutes } from "./content/translationRoutes.ts";
import { countingRoutes } from "./countingRoutes.ts";
import { diskRoutes } from "./diskRoutes.ts";
import { errorRoutes } from "./errors/errorRoutes.ts";
import { eventRoutes } from "./eventRoutes.ts";
import { experimentRoutes, pageTextRoutes } from "./experiments/experimentRoutes.ts";
import { flagRoutes } from "./flags/flagRoutes.ts";
import { goalRoutes } from "./goals/goalRoutes.ts";
import { segmentRoutes } from "./goals/segmentRoutes.ts";
import { heatmapRoutes } from "./heatmaps/heatmapRoutes.ts";
import { importRoutes } from "./imports/importRoutes.ts";
import { installRoutes } from "./install/installRoutes.ts";
import { journeyRoutes } from "./journeys/journeyRoutes.ts";
import { leadScreenRoutes } from "./leads/leadScreenRoutes.ts";
import { liveRoutes } from "./liveRoutes.ts";
import { noteRoutes } from "./notes/noteRoutes.ts";
import { overviewRoutes } from "./overviewRoutes.ts";
import { peopleRoutes } from "./people/peopleRoutes.ts";
import { privacyRoutes } from "./privacy/privacyRoutes.ts";
import { profileRoutes } from "./profiles/profileRoutes.ts";
import { qualityRoutes } from "./quality/qualityRoutes.ts";
import { questionRoutes } from "./questionRoutes.ts";
import { recordingSettingsRoutes } from "./recordingSettings/recordingSettingsRoutes.ts";
import { createReplayIds } from "./replays/replayId.ts";
import { replayRoutes } from "./replays/replayRoutes.ts";
import { reportRoutes } from "./reports/reportRoutes.ts";
import { searchRoutes } from "./search/searchRoutes.ts";
import { noteAccess } from "./security/noteAccess.ts";
import { addSecurityNotices } from "./security/securityNotices.ts";
import { siteRoutes } from "./site/siteRoutes.ts";
import { speedRoutes } from "./speed/speedRoutes.ts";
import { systemRoutes } from "./system/systemRoutes.ts";

interface ConsoleRoutesOptions {
  records: Records;
  eventStore: EventStore;
  questions: Questions;
  recordings: { drain: DrainControl };
  disk: Disk;
  budgets: Pick<IngestBudgets, "today">;
  listInstances: () => Promise<InstanceState[]>;
  sizes: Pick<Sizes, "stores">;
  latestBackup: () => Promise<BackupState | null>;
  /** Origin of the site. */
  publicUrl: string;
  /** Origin of the console; requests must come from its pages. */
  consoleUrl: string;
  /** Domain of the site's cookies; null for its host alone. */
  cookieDomain: string | null;
  /** Whether every account must have a second factor. */
  requireTwoFactor: boolean;
  keys: Pick<SigningKeys, "of">;
  identities: Identities;
  deletions: Pick<Deletions, "request">;
  erasure: Pick<Erasure, "state">;
  countries: Pick<Countries, "codeOf">;
  connections: Connections;
  security: SecurityLog;
  deliveries: Pick<Deliveries, "wake">;
  alerting: Pick<AlertRoutesOptions, "alerts" | "channels" | "digests" | "preview">;
  reportMails: ReportMails;
  flags: Flags;
  recording: Pick<Recording, "save">;
  site: CurrentSite;
  environment: Environment;
  clientKey: string;
  /** Write key that measuring clients send; shown in the setup instructions. */
  writeKey: string;
  /** Retention of events in days; null to keep them forever. */
  retentionDays: number | null;
  /** Retention of recordings in days; null for no limit of their own. They are never kept longer than events. */
  replayRetentionDays: number | null;
  recordRetention: RecordRetention;
  experiments: ExperimentDependencies;
  listPageTexts: SiteEntry["listPageTexts"];
  listSitePages: ListSitePages;
  publishing: Publishing;
  schedules: Pick<Schedules, "wake">;
  now: () => Timestamp;
  log: Logger;
}

/** What the site itself says, which contributors change. */
const CONTENT_PATHS = /^\/console\/api\/(?:content|page-texts)\b/;

/** Queries are sent by POST, but change nothing. */
const QUERY_PATH = "/console/api/query";

/** The console's API. Responses are JSON and never cached; `error.message` says what to do. */
export function consoleRoutes(options: ConsoleRoutesOptions) {
  const { records, eventStore, keys, consoleUrl, identities, deletions, flags, retentionDays, now, log } =
    options;
  const { environment, clientKey, security } = options;
  const { db } = records;
  return async (scope: FastifyInstance): Promise<void> => {
    await scope.register(cookie);
    const isSecure = consoleUrl.startsWith("https:");
    const sessions = createSessions({ db, now, isSecure, countries: options.countries });
    const devices = createDevices({ db, now, isSecure });
    const attempts = createAttempts(now);
    const checks = createPasswordChecks({ db, attempts, devices });
    const policy = createTwoFactorPolicy({
      db,
      isRequired: options.requireTwoFactor,
      site: () => ({ ...options.site.current(), ownHosts: ownHosts(options.site) }),
      siteUrl: hasOwnHost(options) ? options.publicUrl : null,
    });
    const signIn = createSignIn({ sessions, devices, policy, security });
    const challenges = createChallenges({ db, now, isSecure });
    const party = createRelyingParty(consoleUrl);
    const afterPassword = createAfterPassword({ db, challenges, party, signIn });
    const sessionWatch = createSessionWatch({ sessions, log });

    const replayIds = createReplayIds({ key: keys.of("replays"), eventStore });
    const stacks = createStackResolver(createArchiveStore(db), now);
    const experiments = createExperimentStore({
      ...options.experiments,
      db,
      hasVisitors: (experiment) => hasVisitors({ eventStore, db, now }, experiment),
      now,
    });

    scope.setErrorHandler(sendError);
    scope.decorateRequest("account", null);
    scope.addHook("onRequest", async (request, reply) => {
      reply.header("cache-control", "no-store");
      if (request.method === "GET") checkRead(request, options);
      else checkMutation(request, options);
      const { url, config } = request.routeOptions;
      if (config.row?.access === null) return;
      request.account = await sessions.find(request);
      if (!request.account) {
        sessions.markBrowser(null, request, reply);
        throw new ApiError("unauthorized", "Sign in to continue.");
      }
      if (!isEnrollmentPath(url?.replace("/console/api", "") ?? "")) await policy.check(request.account);
      // Before a body is read. An unknown address needs no more than a sign-in.
      if (config.row) requireAccess(request, config.row, now());
    });
    refuseUnknownQuery(scope);
    scope.addHook("preHandler", async ({ query }) => endRangeByNow(query, now()));
    scope.addHook("preSerialization", async (request, { statusCode }, answer) => {
      const isOwnText = CONTENT_PATHS.test(request.routeOptions.url ?? "");
      if (maySeePeople(request) || !request.account || isOwnText || statusCode >= 400) return answer;
      return hidePeople(answer, { except: await listColleagues(db) });
    });
    // Sign-outs, removals and role changes are all mutating requests, so sessions are rechecked after each one.
    scope.addHook("onResponse", async ({ method, routeOptions }, { statusCode }) => {
      if (method !== "GET" && statusCode < 400 && !routeOptions.url?.startsWith(QUERY_PATH))
        sessionWatch.check();
    });
    scope.addHook("preClose", async () => sessionWatch.stop());

    const mailer = createMailer(options.connections, now);
    addSecurityNotices(scope, { ...options, db, mailer });
    noteAccess(scope, { security, hashEmail: identities.hashEmail });
    addRoute(scope, "GET /security-log", async (request) => readSecurityLog(db, request.query));
    await scope.register(accountRoutes({ db, sessions, checks, signIn, afterPassword, policy, now }));
    await scope.register(secondStepRoutes({ db, challenges, attempts, devices, party, signIn, now }));
    await scope.register(
      twoFactorRoutes({ db, sessions, devices, checks, attempts, challenges, party, policy, now }),
    );
    await scope.register(passwordResetRoutes({ db, attempts, checks, mailer, consoleUrl, now, log }));
    await scope.register(ownAccountRoutes({ db, sessions, devices, checks, now }));
    await scope.register(proofRoutes({ db, sessions, checks, attempts, challenges, party, now }));
    await scope.register(pageVersionRoutes(db));
    await scope.register(changeRoutes({ ...options, db, experiments }));
    await scope.register(peopleRoutes({ db, checks, signIn, consoleUrl, now }));
    await scope.register(consentScreenRoutes({ ...options, db, hashEmail: identities.hashEmail }));
    await scope.register(eventRoutes({ ...options, db, replayIds }));
    await scope.register(searchRoutes({ db, flags, listSitePages: options.listSitePages }));
    await scope.register(flagRoutes({ db, flags, environment, clientKey, now }));
    await scope.register(goalRoutes({ ...options, db, eventStore }));
    await scope.register(segmentRoutes({ db, now }));
    await scope.register(siteRoutes({ db, site: options.site }));
    await scope.register(installRoutes({ ...options, eventStore }));
    // On a host of its own, the console asks the site: see `staffBrowserRoutes`.
    if (!hasOwnHost(options)) await scope.register(countingRoutes({ isSecure }));
    await scope.register(connectionRoutes(options));
    await scope.register(apiKeyRoutes({ ...options, db }));
    await scope.register(leadScreenRoutes({ ...options, db, replayIds, mailer }));
    await scope.register(profileRoutes({ eventStore, db, identities, replayIds }));
    await scope.register(alertRoutes({ ...options.alerting, db, site: options.site, now }));
    const recordedDays = recordedRetention(options);
    await scope.register(
      recordingSettingsRoutes({ db, eventStore, recording: options.recording, recordedDays, now }),
    );
    await scope.register(qualityRoutes({ ...options, eventStore, db }));
    await scope.register(
      experimentRoutes({
        eventStore,
        db,
        store: experiments,
        parts: options.experiments,
        questions: options.questions,
        site: options.site,
        now,
      }),
    );
    await scope.register(speedRoutes({ ...options, db }));
    await scope.register(errorRoutes({ ...options, db, replayIds, stacks }));
    await scope.register(liveRoutes({ ...options, db, replayIds, sessionWatch }));
    await scope.register(heatmapRoutes({ eventStore, db, questions: options.questions }));
    await scope.register(pageTextRoutes(options));
    await scope.register(replayRoutes({ ...options, db, replayIds }));
    await scope.register(
      privacyRoutes({
        eventStore,
        db,
        identities,
        deletions,
        erasure: options.erasure,
        kept: { retentionDays, recordedDays, recordDays: options.recordRetention },
        sessionWatch,
        now,
      }),
    );

    await scope.register(questionRoutes({ ...options, db, replayIds, site: options.site.current }));
    await scope.register(journeyRoutes({ ...options, db, replayIds }));
    await scope.register(reportRoutes({ ...options, db }));
    await scope.register(overviewRoutes(eventStore));
    await scope.register(diskRoutes(options.disk));
    await scope.register(systemRoutes({ ...options, db }));
    await scope.register(noteRoutes({ db, now }));
    const previewKey = keys.of("previews");
    await scope.register(contentRoutes({ ...options, db }));
    await scope.register(previewLinkRoutes({ ...options, db, previewKey }));
    await scope.register(imageRoutes({ ...options, db, imageLinks: createImageLinks(previewKey, now) }));
    await scope.register(translationRoutes({ ...options, db }));
    await scope.register(campaignRoutes({ ...options, db }));
    await scope.register(importRoutes({ db, eventStore, site: options.site.current, now }));

    // Otherwise "/console/*" would serve the console's document for an unknown API path.
    scope.all("/*", ANY_TEXT, async () => {
      throw new ApiError("not_found", "Unknown API endpoint.");
    });
  };
}

/** Ends the date range in a query by the current time, for every screen. */
function endRangeByNow(query: unknown, now: Timestamp): void {
  const range = query as { from?: unknown; to?: unknown };
  if (typeof range.from !== "number" || typeof range.to !== "number") return;
  range.to = endByNow({ from: range.from, to: range.to }, now);
}
