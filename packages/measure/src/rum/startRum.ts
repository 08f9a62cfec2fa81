import { datadogRum, type RumInitConfiguration } from "@datadog/browser-rum-slim";
import {
  customerDataWarning,
  ERROR_REPORT,
  type RecordingSettings,
  RUM_PATH,
  SESSION_COOKIE,
  TRACK_ATTRIBUTES,
} from "@marquee/contract";
import { createCookies } from "../browser/cookies.ts";
import { monitor } from "../browser/monitor.ts";
import { createAddressFilter } from "../privacy/filterAddress.ts";
import { isViewTiming } from "../webVitals/viewTimings.ts";
import { configurationProblem, isPlainObject } from "./checkConfiguration.ts";
import type { RumPageOptions } from "./pageOptions.ts";
import { choosePrivacy, hideActionName, redactAddresses, redactErrors } from "./redaction.ts";

export interface Rum {
  /** Assigns everything collected from now on to this analytics session. */
  sessionBegun(sessionId: number): void;
  /** Stops collecting and sending. */
  stop(): void;
}

export interface RumOptions {
  settings: Pick<
    RecordingSettings,
    "applicationId" | "monitoringReplaySampleRate" | "privacyLevel" | "blockSelectors" | "addressRules"
  >;
  /** Replaces Datadog's client token. */
  writeKey: string;
  /** Origin of the collector, or the empty string for the page's own. */
  endpoint: string;
  deviceId: string;
  /** ID of the analytics session. The console uses it to find the session's other data. */
  sessionId: number;
  page?: RumPageOptions;
}

/** Whether the client may send. Module state, because a document has one client and it cannot be removed. */
let isFollowing = false;

/**
 * Starts Datadog's browser client against our own intake (specification, sections 5 and 9). Its session lives in memory; it stores only the
 * tab's ID, which `clearRumStorage` deletes. A document has one client: a later start resumes it.
 * @returns null if the configuration is wrong or the analytics session, which events refer to, cannot be stored; the console says so.
 */
export function startRum(options: RumOptions): Rum | null {
  const { deviceId, sessionId, page = {} } = options;
  const configuration = buildConfiguration(options);
  const problem = configurationProblem(configuration) ?? sessionProblem();
  if (problem) {
    console.error(problem);
    return null;
  }
  if (!datadogRum.getInitConfiguration()) datadogRum.init(configuration);
  isFollowing = true;
  datadogRum.setTrackingConsent(page.trackingConsent ?? "granted");
  const user = supported("user", page.user);
  const context = supported("context", page.context);
  const warning = customerDataWarning(new Blob([JSON.stringify({ user, context })]).size, false);
  if (warning) console.warn(warning);
  datadogRum.setUser({ ...user, id: deviceId });
  datadogRum.setGlobalContext({ ...context });
  const sessionBegun = (id: number) => datadogRum.setGlobalContextProperty("marquee", { session_id: id });
  sessionBegun(sessionId);
  const stopTimings = forwardTimings();
  const onReport = monitor((event: Event) => {
    const detail: unknown = event instanceof CustomEvent ? event.detail : null;
    if (typeof detail !== "object" || detail === null || !("error" in detail)) return;
    datadogRum.addError(detail.error, "context" in detail ? { context: detail.context } : undefined);
  });
  document.addEventListener(ERROR_REPORT, onReport);
  return {
    sessionBegun,
    stop() {
      isFollowing = false;
      document.removeEventListener(ERROR_REPORT, onReport);
      stopTimings();
      datadogRum.setTrackingConsent("not-granted");
      datadogRum.clearUser();
      datadogRum.clearGlobalContext();
    },
  };
}

/** Passes named timings on, also those from before the start. The client sanitizes their names. @returns the cleanup. */
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

function sessionProblem(): string | null {
  return createCookies(null).get(SESSION_COOKIE) === null
    ? "No storage available for session. We will not send any data."
    : null;
}

/** What a page sets, if it is an object; otherwise the console names it. */
function supported(what: "user" | "context", value: object | undefined): object | undefined {
  if (value === undefined || isPlainObject(value)) return value;
  console.error(`Unsupported ${what}:`, value);
  return undefined;
}

/** The sample rate is 100, because sessions are sampled before this code is loaded. */
function buildConfiguration({ settings, writeKey, endpoint, page = {} }: RumOptions): RumInitConfiguration {
  const { service = location.hostname, env, version, allowedTracingUrls, trackingConsent = "granted" } = page;
  const filterAddress = createAddressFilter(settings.addressRules, () => document.baseURI);
  const nothing = document.createDocumentFragment();
  return {
    applicationId: settings.applicationId,
    clientToken: writeKey,
    proxy: ({ path, parameters }) => addressOf(endpoint, `${path}?${parameters}`),
    service,
    env,
    version,
    allowedTracingUrls,
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
    plugins: [redactErrors(filterAddress)],
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
