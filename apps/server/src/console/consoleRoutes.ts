import cookie from "@fastify/cookie";
import type { Environment, SiteEntry, Timestamp } from "@marquee/contract";
import type { BackupState, InstanceState } from "@marquee/contract/schema";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { accountRoutes } from "../domains/accounts/accountRoutes.ts";
import { listColleagues } from "../domains/accounts/accounts.ts";
import { addRoute } from "../domains/accounts/addRoute.ts";
import { createAttempts } from "../domains/accounts/attempts.ts";
import { countingRoutes } from "../domains/accounts/console/countingRoutes.ts";
import { noteAccess } from "../domains/accounts/console/noteAccess.ts";
import { peopleRoutes } from "../domains/accounts/console/peopleRoutes.ts";
import { addSecurityNotices } from "../domains/accounts/console/securityNotices.ts";
import { createDevices } from "../domains/accounts/devices.ts";
import { ownAccountRoutes } from "../domains/accounts/ownAccountRoutes.ts";
import { createPasswordChecks } from "../domains/accounts/passwordChecks.ts";
import { passwordResetRoutes } from "../domains/accounts/passwordResetRoutes.ts";
import { proofRoutes } from "../domains/accounts/proofRoutes.ts";
import { maySeePeople, requireAccess } from "../domains/accounts/requireRole.ts";
import { createChallenges } from "../domains/accounts/secondFactor/challenges.ts";
import { createRelyingParty } from "../domains/accounts/secondFactor/relyingParty.ts";
import { createAfterPassword, secondStepRoutes } from "../domains/accounts/secondFactor/secondStepRoutes.ts";
import { createTwoFactorPolicy, isEnrollmentPath } from "../domains/accounts/secondFactor/twoFactorPolicy.ts";
import { twoFactorRoutes } from "../domains/accounts/secondFactor/twoFactorRoutes.ts";
import { readSecurityLog, type SecurityLog } from "../domains/accounts/securityLog.ts";
import { createSessions } from "../domains/accounts/sessions.ts";
import { createSessionWatch } from "../domains/accounts/sessionWatch.ts";
import { createSignIn } from "../domains/accounts/signIn.ts";
import { type AlertRoutesOptions, alertRoutes } from "../domains/alerts/console/alertRoutes.ts";
import { apiKeyRoutes } from "../domains/apiKeys/console/apiKeyRoutes.ts";
import { pageVersionRoutes } from "../domains/archive/archiveRoutes.ts";
import { createArchiveStore } from "../domains/archive/archiveStore.ts";
import { campaignRoutes } from "../domains/campaigns/console/campaignRoutes.ts";
import { changeRoutes } from "../domains/changes/console/changeRoutes.ts";
import { connectionRoutes } from "../domains/connections/console/connectionRoutes.ts";
import type { Connections } from "../domains/connections/startConnections.ts";
import { consentScreenRoutes } from "../domains/consent/console/consentScreenRoutes.ts";
import { eventRoutes } from "../domains/events/console/eventRoutes.ts";
import { liveRoutes } from "../domains/events/console/liveRoutes.ts";
import { experimentRoutes, pageTextRoutes } from "../domains/experiments/console/experimentRoutes.ts";
import {
  createExperimentStore,
  type ExperimentDependencies,
} from "../domains/experiments/experimentStore.ts";
import { hasVisitors } from "../domains/experiments/results/readResults.ts";
import { flagRoutes } from "../domains/flags/console/flagRoutes.ts";
import type { Flags } from "../domains/flags/startFlags.ts";
import { goalRoutes } from "../domains/goals/console/goalRoutes.ts";
import { segmentRoutes } from "../domains/goals/console/segmentRoutes.ts";
import { heatmapRoutes } from "../domains/heatmaps/console/heatmapRoutes.ts";
import { importRoutes } from "../domains/imports/console/importRoutes.ts";
import { journeyRoutes } from "../domains/journeys/console/journeyRoutes.ts";
import { leadScreenRoutes } from "../domains/leads/console/leadScreenRoutes.ts";
import type { Deliveries } from "../domains/leads/deliveries/startDeliveries.ts";
import { createMailer } from "../domains/mail/createMailer.ts";
import { diskRoutes } from "../domains/monitoring/console/diskRoutes.ts";
import { errorRoutes } from "../domains/monitoring/console/errorRoutes.ts";
import { qualityRoutes } from "../domains/monitoring/console/qualityRoutes.ts";
import { speedRoutes } from "../domains/monitoring/console/speedRoutes.ts";
import { systemRoutes } from "../domains/monitoring/console/systemRoutes.ts";
import { createStackResolver } from "../domains/monitoring/sourceMaps/createStackResolver.ts";
import type { Sizes } from "../domains/monitoring/system/startSizes.ts";
import { noteRoutes } from "../domains/notes/console/noteRoutes.ts";
import { privacyRoutes } from "../domains/people/console/privacyRoutes.ts";
import { profileRoutes } from "../domains/people/console/profileRoutes.ts";
import type { Identities } from "../domains/people/identities/startIdentities.ts";
import { hidePeople } from "../domains/people/privacy/hidePeople.ts";
import type { Deletions } from "../domains/people/privacy/startDeletions.ts";
import type { Erasure } from "../domains/people/privacy/startErasure.ts";
import { contentRoutes } from "../domains/publishing/console/contentRoutes.ts";
import { imageRoutes } from "../domains/publishing/console/imageRoutes.ts";
import { previewLinkRoutes } from "../domains/publishing/console/previewLinkRoutes.ts";
import { translationRoutes } from "../domains/publishing/console/translationRoutes.ts";
import { createImageLinks } from "../domains/publishing/imageLinks.ts";
import type { ListSitePages } from "../domains/publishing/sitePages.ts";
import type { Publishing } from "../domains/publishing/startPublishing.ts";
import type { Schedules } from "../domains/publishing/startSchedules.ts";
import { overviewRoutes } from "../domains/questions/console/overviewRoutes.ts";
import { questionRoutes } from "../domains/questions/console/questionRoutes.ts";
import type { Questions } from "../domains/questions/createQuestions.ts";
import { recordingSettingsRoutes } from "../domains/replay/console/recordingSettingsRoutes.ts";
import { replayRoutes } from "../domains/replay/console/replayRoutes.ts";
import { createReplayIds } from "../domains/replay/replayId.ts";
import type { Recording } from "../domains/replay/settings/startRecordingSettings.ts";
import { reportRoutes } from "../domains/reports/console/reportRoutes.ts";
import type { ReportMails } from "../domains/reports/mails/createReportMails.ts";
import { searchRoutes } from "../domains/search/console/searchRoutes.ts";
import { installRoutes } from "../domains/site/console/installRoutes.ts";
import { siteRoutes } from "../domains/site/console/siteRoutes.ts";
import { ownHosts } from "../domains/site/ownHosts.ts";
import type { CurrentSite } from "../domains/site/startSite.ts";
import type { IngestBudgets } from "../ingest/budgets/ingestBudgets.ts";
import { recordedRetention } from "../platform/config/recordedRetention.ts";
import type { RecordRetention } from "../platform/config/recordRetention.ts";
import { ApiError } from "../platform/errors/apiError.ts";
import { hasOwnHost } from "../platform/http/hosts.ts";
import { checkMutation, checkRead } from "../platform/http/origin.ts";
import { sendError } from "../platform/http/sendError.ts";
import { ANY_TEXT } from "../platform/http/storableText.ts";
import { refuseUnknownQuery } from "../platform/http/unknownQuery.ts";
import type { Disk } from "../platform/storage/disk.ts";
import type { EventStore } from "../platform/storage/events/eventStore.ts";
import type { Records } from "../platform/storage/records/records.ts";
import type { SigningKeys } from "../platform/storage/records/signingKeys.ts";
import type { DrainControl } from "../platform/storage/spool/drain.ts";
import { endByNow } from "../platform/time/dateRange.ts";
import type { Countries } from "../platform/visitor/countries.ts";

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
    await scope.register(consentScreenRoutes({ db, hashEmail: identities.hashEmail }));
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
