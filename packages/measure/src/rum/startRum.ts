import { datadogRum, type RumInitConfiguration } from "@datadog/browser-rum-slim";
import { ERROR_REPORT, type RecordingSettings, RUM_PATH, TRACK_ATTRIBUTES } from "@marquee/contract";
import { listen } from "../browser/listen.ts";
import { monitor } from "../browser/monitor.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { isViewTiming } from "../webVitals/viewTimings.ts";
import type { RumPageOptions } from "./pageOptions.ts";
import { choosePrivacy, hideActionName, redactAddresses, redactErrors } from "./redaction.ts";
import { createVisitSessions, type VisitSessions } from "./visitSessions.ts";

export interface Rum {
  /** Assigns everything that starts from now on to this analytics session. */
  sessionBegun(sessionId: number): void;
  /** Applies options that can change while RUM runs: user, context and tracking consent. */
  pageChanged(page: RumPageOptions): void;
  /** Stops collecting and sending. */
  stop(): void;
}

export interface RumOptions {
  settings: Pick<
    RecordingSettings,
    | "applicationId"
    | "monitoringSampleRate"
    | "monitoringReplaySampleRate"
    | "privacyLevel"
    | "blockSelectors"
    | "addressRules"
  >;
  /** Replaces Datadog's client token. */
  clientToken: string;
  /** Origin of the collector, or the empty string for the page's own. */
  endpoint: string;
  deviceId: string;
  /** ID of the analytics session. The console uses it to find the session's other data. */
  sessionId: number;
  /** Validated options (checkConfiguration.ts). */
  page: RumPageOptions;
}

/** Whether the client may send. Module state, because a document has one client and it cannot be removed. */
let isFollowing = false;
/** Sessions of the document's client, once it has started. */
let sessions: VisitSessions | undefined;

/**
 * Starts Datadog's browser client against our own intake (specification, sections 5 and 9). It stores only the tab's ID, which
 * `clearRumStorage` deletes. A document has one client: a later start resumes it.
 */
export function startRum(options: RumOptions): Rum {
  const { deviceId, settings } = options;
  const isStarted = datadogRum.getInitConfiguration() !== undefined;
  if (!sessions || !isStarted)
    sessions = createVisitSessions({ deviceId, sampleRate: settings.monitoringSampleRate });
  sessions.begin(options.sessionId);
  if (!isStarted) datadogRum.init(buildConfiguration(options, sessions));
  const pageChanged = ({ trackingConsent = "granted", user, context }: RumPageOptions) => {
    // Drops unsent data, like a withdrawal.
    isFollowing = trackingConsent === "granted";
    datadogRum.setTrackingConsent(trackingConsent);
    datadogRum.setUser({ ...user, id: deviceId });
    datadogRum.setGlobalContext({ ...context });
  };
  pageChanged(options.page);
  const stopTimings = forwardTimings();
  const onReport = monitor((event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof detail !== "object" || detail === null || !("error" in detail)) return;
    datadogRum.addError(detail.error, "context" in detail ? { context: detail.context } : undefined);
  });
  const stopReports = listen(document, ERROR_REPORT, onReport);
  return {
    sessionBegun(id) {
      sessions?.begin(id);
      // A view belongs to one session.
      datadogRum.startView();
    },
    pageChanged,
    stop() {
      isFollowing = false;
      stopReports();
      stopTimings();
      datadogRum.setTrackingConsent("not-granted");
      datadogRum.clearUser();
      datadogRum.clearGlobalContext();
    },
  };
}

/**
 * Passes named timings on, including those from before the start. The client sanitizes their names. @returns the
 * cleanup.
 */
function forwardTimings(): () => void {
  const observer = new PerformanceObserver(
    monitor((marks) => {
      for (const mark of marks.getEntries())
        if (isViewTiming(mark, location.pathname))
          datadogRum.addTiming(mark.name, performance.timeOrigin + mark.startTime);
    }),
  );
  observer.observe({ type: "mark", buffered: true });
  return () => observer.disconnect();
}

/** The client takes every session, because sessions are sampled before this code is loaded. */
function buildConfiguration(options: RumOptions, { plugin }: VisitSessions): RumInitConfiguration {
  const { settings, clientToken, endpoint, page } = options;
  const { service, env, version, allowedTracingUrls, trackingConsent = "granted" } = page;
  const filterAddress = createAddressFilter(settings.addressRules, () => document.baseURI);
  const nothing = document.createDocumentFragment();
  return {
    applicationId: settings.applicationId,
    clientToken,
    proxy: ({ path, parameters }) => addressOf(endpoint, `${path}?${parameters}`),
    service,
    env,
    version,
    allowedTracingUrls,
    // Baggage would contain the client's own session and the visitor's ID.
    propagateTraceBaggage: false,
    sessionSampleRate: 100,
    sessionReplaySampleRate: settings.monitoringReplaySampleRate,
    startSessionReplayRecordingManually: true,
    defaultPrivacyLevel: choosePrivacy(settings, (selector) => nothing.querySelector(selector)),
    enablePrivacyForActionName: true,
    actionNameAttribute: TRACK_ATTRIBUTES.eventName,
    trackUserInteractions: true,
    trackResources: true,
    trackLongTasks: true,
    trackingConsent,
    trackAnonymousUser: false,
    sessionPersistence: "memory",
    plugins: [plugin, redactErrors(filterAddress)],
    beforeSend: (event) => {
      hideActionName(event);
      redactAddresses(event, filterAddress);
      return true;
    },
  };
}

/**
 * The URL that the client sends a request to.
 * @throws {Error} after {@link Rum.stop}: the visitor has withdrawn consent, or the new session is not in the sample. Throwing is the only way
 * to make the client drop data that it has not sent yet.
 */
function addressOf(endpoint: string, forwarded: string): string {
  if (!isFollowing)
    throw new Error("Nothing is sent: this session is not in the RUM sample or no longer has consent.");
  const address = new URL(RUM_PATH, endpoint || location.origin);
  address.searchParams.set("ddforward", forwarded);
  return address.href;
}
